"""Task -> Candidate, by the neural systems of the papers. PyTorch is imported only below this folder.

vocabulary, batching          tokens -> numbers -> batches of similar length
encoder, attention, copying   the parts that several systems share; rare_words, matching: one idea each
search                        one batched beam search over an abstract step, with a legality mask
training, saving              one trainer; one directory on disk
seq2seq, tranx, tellina, tae  the systems: each turns tasks into examples, and an intent into answers
pretrained, pretrained_encoder, hub   what begins with a model of transformers
reranking                     the answers of a trained system in another order
trained                       a directory -> a Model, for `asmeant run DATASET --model trained:DIR`
"""
