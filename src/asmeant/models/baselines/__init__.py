"""Task -> Candidate, by the neural systems of the papers. PyTorch is imported only below this folder.

vocabulary, batching          tokens -> numbers -> batches of similar length
encoder, attention, copying   the parts that several systems share
search                        one batched beam search over an abstract step, with a legality mask
training, saving              one trainer; one directory on disk
seq2seq, tranx, tellina, tae  the systems: each turns tasks into examples, and an intent into answers
trained                       a directory -> a Model, for `asmeant run DATASET --model trained:DIR`
"""
