"""A match as one small text file that plays, replays and verifies anywhere.

    cruachan transcript 1                     #mark
    game cairn rules 1                        #mark
    board Moor 1a2b3c4d                       #mark
    option harder no                          #mark
    seat a person Anna                        #mark
    seat b greedy Medb                        #mark
    commitment 5f0c...                        #mark
    word a swordfish                          #mark
    1 chance start b                          #mark
    2 b march Mid wild                        #mark
    resigned a                                #mark
    result a=2:31 b=1:47                      #mark
    seed 77ab...                              #mark

Every line ends in a mark: six digits of a hash of this line and all before it, so that a wrong,
cut-off or edited line is found where it is. The last lines are written once the game is over,
`resigned` only where a seat resigned. A line `opened 37` in the head says that the first 37 plies
were taken from another file, so that their dice do not follow from this seed (version 3); a line
`edition 7` which of the stories of its server or folder it is (version 4); a line `rolls typed`
that dice and lots fell at a table and were typed in (version 5). While a game runs, its
seed lies in a file of its own beside the transcript. Files of version 1 have no line
`word` (what a player added to the dice), no line `chosen seed` and no line `resigned`.

    format     lines, marks, what a file holds
    writer     match -> text
    reader     text -> data, wrong lines named
    replayer   data -> match, moves checked against the rules
    storage    match <-> file: append, resume after a crash
"""

from cruachan.engine.transcript.format import (
    Marker,
    PlyLine,
    Transcript,
    clean_entropy,
    clean_name,
    digest,
    nameless_digest,
    say,
)
from cruachan.engine.transcript.reader import parse, read
from cruachan.engine.transcript.replayer import (
    Loader,
    open_match,
    refused,
    replay,
    replay_ply,
    resign,
)
from cruachan.engine.transcript.storage import TranscriptWriter, resume, save, seed_path
from cruachan.engine.transcript.writer import write, write_result

__all__ = [
    "Loader",
    "Marker",
    "PlyLine",
    "Transcript",
    "TranscriptWriter",
    "clean_entropy",
    "clean_name",
    "digest",
    "nameless_digest",
    "open_match",
    "parse",
    "read",
    "refused",
    "replay",
    "replay_ply",
    "resign",
    "resume",
    "save",
    "say",
    "seed_path",
    "write",
    "write_result",
]
