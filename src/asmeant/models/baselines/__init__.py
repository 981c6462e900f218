"""Task -> Candidate, by the neural systems of the papers. PyTorch is imported only below this folder.

vocabulary, batching          tokens -> numbers -> batches of similar length
encoder, attention, copying   components that several systems share; also rare_words and matching
search                        one batched beam search over an abstract step, with a mask of legal symbols
training, saving              one trainer; one directory on disk
seq2seq, tranx, tellina, tae  the systems: each turns tasks into examples, and an intent into answers
pretrained, pretrained_encoder, hub   systems that start from a model of transformers
reranking                     the answers of a trained system in a better order
trained                       a directory -> a Model, for `asmeant run DATASET --model trained:DIR`
"""
