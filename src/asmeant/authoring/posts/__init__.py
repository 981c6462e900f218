"""Posts of a question site -> pairs to write (MCoNaLa, section 2.2).

posts        a question with its answers, and the snippets in them; documented JSON Lines
dump         Stack Exchange's Posts.xml -> posts, as a stream
titles       labelled titles: the user's, or those that come with asmeant
classifier   titles -> does this ask how to do something?
"""
