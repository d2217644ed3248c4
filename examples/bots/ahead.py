"""A bot of one's own for Hibernia."""


class Ahead:
    """Makes the move after which it is furthest on the track."""

    def __init__(self, game):
        self.game = game

    def choose(self, decision, rng):
        def worth(move):
            after = self.game.apply(decision.seen, decision.seat, move)
            own = self.game.presentation.view(after, decision.seat)["players"][decision.seat]
            return own["steps"], own["counties"], rng.random()

        return max(decision.moves, key=worth)
