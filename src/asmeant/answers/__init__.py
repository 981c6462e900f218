"""Intent -> answers that were tried out, best first: what `asmeant ask` shows.

guessing    which natural and which code language an intent is about
commands    a command in Bash -> what it would do in the current directory
losses      what a command did -> the danger in it
freshness   whether a folder has changed since a command was tried in it
programs    a program in Python -> whether it meets the examples of the person
ranking     answers that do the same are one group; groups in order
asking      a model is asked, and every answer is tried as it comes
"""

from asmeant.answers.answer import Answer, Group
from asmeant.answers.asking import Question, ask
from asmeant.answers.ranking import rank

__all__ = ["Answer", "Group", "Question", "ask", "rank"]
