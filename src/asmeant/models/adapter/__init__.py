"""A LoRA adapter for the embedded model: how it is prompted, trained, saved and used.

prompt      intent, neighbours -> the text that the model continues; the same in training and in use
neighbours  intents -> the nearest pairs of a dataset that the user has
settings    what is trained, and how
gguf        GGUF files: read a base model, read and write an adapter
tokens      text -> token ids, by the vocabulary of a GGUF file
network     a Llama with several adapters side by side          (torch from here on)
batches     pairs -> tensors
training    the loop, with checkpoints
averaging   several adapters -> one of the same rank
decoding    beam search
learning    datasets -> a directory with the adapter, its recipe and its scores
"""
