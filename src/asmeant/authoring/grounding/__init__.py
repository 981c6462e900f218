"""A command -> a starting tree in which it has something to do, so that its outcome can be compared.

words           the words of a command that are known without running it, and numbers in them
places          the paths that a command names, and what should be there
needs           commands -> what they search for: paths, names, ages, sizes, modes, lines
texts           what is searched for in files
minding         an intent -> which differences between names and kinds of entries matter
surroundings    values for the variables of a command, and the changes that it makes in its shell
owners          the users and groups that a command names
conditions      needs -> the age, size, mode and owner of entries
contents        needs -> the contents of a file
planting        needs -> the entries of a tree
trial           an intent and its references -> trees in which they decide, or why they do not
tasks           the same as tasks and listings on disk
"""
