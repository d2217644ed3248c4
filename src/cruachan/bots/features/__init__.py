"""What the learned judgement sees of a position: for each game numbers between about 0 and 1.

A game's module has `INPUTS`, how many there are, and the rule `features`, which writes them in the
eyes of the player whose turn it is: her own first, then the others' in the order of play. Where
`ANY_BOARD` is true they say nothing of a certain board, and what was learned holds on all.
"""
