"""Tic-tac-toe, written by somebody who has read only the template."""
# ruff: noqa: N802 - the names are those of the interface, and documented there

from gemgrove.compat.splendor_arena import BaseGame

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
Board = list[int]


class TicTacToe(BaseGame):
    """A board of nine numbers: 0 for an empty cell, otherwise the player."""

    def getPlayerCount(self) -> int:
        return 2

    def getActionSize(self) -> int:
        return 9

    def getInitState(self, seed: int | None = None) -> Board:
        return [0] * 9

    def getNextState(self, state: Board, player: int, action: int) -> tuple[Board, int]:
        return [*state[:action], player, *state[action + 1 :]], 3 - player

    def getValidMoves(self, state: Board, player: int) -> list[int]:
        return [int(cell == 0) for cell in state]

    def getGameEnded(self, state: Board, player: int) -> list[int]:
        for a, b, c in LINES:
            if state[a] and state[a] == state[b] == state[c]:
                return [state[a]]
        return [0] if 0 in state else [1, 2]

    def canonicalForm(self, state: Board, player: int) -> Board:
        return state if player == 1 else [(3 - cell) % 3 for cell in state]

    def display(self, state: Board) -> None:
        for row in range(0, 9, 3):
            print("".join(".XO"[cell] for cell in state[row : row + 3]))


class PlayerFirst(TicTacToe):
    """The same with the player before the state, as in the document's text."""

    def getNextState(self, player: int, state: Board, action: int) -> tuple[Board, int]:  # type: ignore[override]
        assert isinstance(player, int)
        return super().getNextState(state, player, action)

    def getValidMoves(self, player: int, state: Board) -> list[int]:  # type: ignore[override]
        assert isinstance(player, int)
        return super().getValidMoves(state, player)

    def getGameEnded(self, current_player: int, board: Board) -> list[int]:  # type: ignore[override]
        assert isinstance(current_player, int)
        return super().getGameEnded(board, current_player)

    def canonicalForm(self, player: int, state: Board) -> Board:  # type: ignore[override]
        assert isinstance(player, int)
        return super().canonicalForm(state, player)


class LookAhead:
    """Wins if it can, blocks if it must, else takes the first cell; derives from no class."""

    def play(self, state: Board) -> int:
        cells = [cell for cell, owner in enumerate(state) if owner == 0]
        for owner in (1, 2):
            for cell in cells:
                board = [*state[:cell], owner, *state[cell + 1 :]]
                if any(board[a] == board[b] == board[c] == owner for a, b, c in LINES):
                    return cell
        return cells[0]
