"""A game on paper: a PDF with board, pieces, player aid and rules, for any game."""

from cruachan.printing.kit import KitOptions, KitPart, can_print, make_kit
from cruachan.printing.paper import PAPERS

__all__ = ["PAPERS", "KitOptions", "KitPart", "can_print", "make_kit"]
