"""Intent -> a better intent: corrected, paraphrased, selected by vote (MBUPP, section 3.1).

remarks        what is wrong with a text, where, and what to write instead
nouns          noun phrases after words such as "using"
methods        words that prescribe a method, such as "using regex"
vagueness      details that a description leaves open: types, edge cases, order, precision, units
correcting     all remarks on a task, and the text without the words that can be removed
paraphrasing   three ways to rewrite a description with a language model
voting         rankings of several people -> the winner, or a tie
"""
