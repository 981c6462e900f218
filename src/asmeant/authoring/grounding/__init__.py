"""A command -> a starting tree in which it has something to do, so that its outcome can be compared.

words           the words of a command that are known without running it, and numbers in them
places          the paths that a command names, and what should be there
needs           commands -> what they want to find: paths, names, ages, sizes, modes, lines
texts           what is looked for in files
minding         an intent -> which differences between names and kinds of entries matter
surroundings    values for the variables that a command leaves to its script, and what it changes in its shell
owners          the users and groups that a command names
conditions      needs -> how entries are: on which side of what is asked for
contents        needs -> what is in a file
planting        needs -> the entries of a tree
trial           an intent and its references -> trees in which they decide, or why they do not
tasks           the same as tasks and listings on disk
"""
