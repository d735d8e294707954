import { common } from "./common";

const { listed } = common;

/** Sentences by the server's name for how a game ended. */
const endings: Record<string, string> = {
  finished: "The game was played to the end.",
  "dead end": "Nobody could move.",
  "turn limit": "The turn limit was reached.",
  resigned: "The others resigned.",
  "timed out": "Time ran out.",
  left: "The others left.",
  withdrawn: "The others were removed from the game.",
};

/** Words by the server's name for how a player left the game. */
const gone: Record<string, string> = {
  left: "left",
  resigned: "resigned",
  "timed out": "ran out of time",
  withdrawn: "was removed from the game",
};

export const table = {
  title: (game: string) => `${game} table`,
  loading: "Opening the table…",
  unreachable: "The server is not responding. Trying again…",
  notSent:
    "Your move may not have reached the server. Check the board once you are reconnected, and make the move again if it is not there.",
  missingTitle: "This table is not available",
  missing: "There is no such table, or it is invite only and the link is incomplete.",
  toHome: "Go to the home page",
  unknownGame: (name: string) => `This page cannot show the game ${name}.`,

  waitingRoom: {
    intro: (game: string, free: number) =>
      free === 0
        ? `A game of ${game} is about to start.`
        : `A game of ${game} is waiting for ${free === 1 ? "a player" : `${free} players`}.`,
    seats: "Seats",
    free: "Free seat",
    sit: "Sit here",
    sitAt: (seat: number) => `Sit here, seat ${seat}`,
    join: "Join",
    ready: "I am ready",
    leave: "Leave the table",
    isReady: "ready",
    notReady: "not ready yet",
    you: "you",
    bot: "bot",
    addBot: "Add a bot",
    addBotAt: (seat: number) => `Add a bot, seat ${seat}`,
    removeBot: (name: string) => `Remove ${name}`,
    remove: "Remove",
    level: (level: number) => `level ${level}`,
    invite: "Invite others with this link",
    settings: "Game settings",
    waitsFree: (count: number) =>
      count === 1
        ? "One seat is free. Share the link or add a bot."
        : `${count} seats are free. Share the link or add bots.`,
    waitsFreeVisitor: (count: number) => (count === 1 ? "One seat is free." : `${count} seats are free.`),
    waitsYou: "Let the others know when you are ready.",
    waitsYouStart: "Everyone else is ready. The cards are dealt as soon as you are.",
    waitsFor: (names: readonly string[]) => `Waiting for ${listed(names)} to be ready.`,
    waitsSeat: "The table is full. You can watch.",
    inviteTip: "Invite only: anyone with the link can join or watch.",
    publicTip: "Public: the table is listed, and anyone can join or watch.",
  },
  settings: {
    players: (count: number) => `${count} players`,
    rules: (preset: string) => `Rules: ${preset}`,
    changed: (option: string, value: string) => `${option}: ${value}`,
    yes: "yes",
    no: "no",
    clock: (length: string) => `${length} per turn`,
    noClock: "No time limit",
    sealed: "Sealed deal: nobody knows the cards in advance, and everyone can verify that at the end",
    open: (id: string) => `Open deal ${id}: anyone can look up the cards, so the game is not rated`,
    position: "Starts from a position of another game, with the hidden cards dealt anew",
    practice: "Practice game: not rated",
    public: "Public",
    invited: "Invite only",
  },

  players: "Players",
  board: "Board",
  toMove: "to move",
  bot: "bot",
  away: "disconnected",
  gone,
  timeLeft: (time: string) => `${time} left`,
  spectators: (count: number) => `${count} watching`,

  yourTask: (task: string) => `Your turn: ${task}`,
  waitsFor: (name: string) => `Waiting for ${name} to move`,
  thinking: (name: string) => `${name} is thinking…`,
  sending: "Sending…",
  earlier: (at: number, of: number) => `You are viewing an earlier position: ${at} of ${of} moves.`,
  backToGame: "Back to the game",

  moves: "Moves",
  noMoves: "No moves yet.",
  playback: {
    first: "First position",
    previous: "Previous move",
    next: "Next move",
    last: "Latest position",
    at: (at: number, of: number) => `${at} / ${of}`,
    spoken: (at: number, of: number) => `After ${at} of ${of} moves`,
  },

  chat: "Chat",
  say: "Say something",
  send: "Send",
  host: "Server",
  said: (name: string, text: string) => `${name} says: ${text}`,
  somebody: "Somebody",

  hint: "Hint",
  hinted: (words: string) => `Hint: ${words}.`,
  analysis: {
    title: "Analysis",
    toggle: "Analyze this position",
    chances: "Chances of winning",
    line: "Best line",
    iterations: (count: number) => `Looked ahead ${count.toLocaleString("en")} times.`,
    none: "This position cannot be analyzed. During a game, only your own decisions can be.",
  },

  actions: "Game actions",
  rules: "Rules",
  rulesOf: (game: string) => `${game} rules`,
  undo: "Undo",
  undoNotYours: "You can undo only your own turn, and only until somebody else moves.",
  undoSeen: "This turn revealed a card, so it cannot be undone.",
  undoWaits: "An undo request is waiting for an answer.",
  undoYours: (names: readonly string[]) => `You asked to undo your turn. Waiting for ${listed(names)}.`,
  undoTheirs: (name: string) => `${name} asks to undo the last turn.`,
  agree: "Accept",
  decline: "Decline",
  withdraw: "Withdraw",
  undone: "The last turn was undone.",
  undoDeclined: "The undo request was declined.",
  resign: "Resign",
  resignSure: "Resign the game?",
  resignText: "You will lose the game. With three or more players, a bot takes over your seat.",
  leave: "Leave",
  leaveSure: "Leave the game?",
  leaveText: "You have not moved yet, so leaving costs nothing. A two-player game is aborted.",
  left: (name: string, how: string) => `${name} ${how}.`,

  result: {
    youWon: "You won!",
    youLost: "You lost.",
    youShare: "You share the win.",
    won: (names: readonly string[]) => `${listed(names)} won.`,
    shared: (names: readonly string[]) => `${listed(names)} share the win.`,
    endings,
    ended: (ending: string) => `The game ended: ${ending}.`,
    givenUp: (name: string, how: string) => `${name} ${how}.`,
    aborted: "The game was aborted",
    places: "Final ranking",
    you: "you",
    how: "Score details",
    rematch: "Rematch",
    rematchAgree: "Accept the rematch",
    rematchWaits: (names: readonly string[]) => `You asked for a rematch. Waiting for ${listed(names)}.`,
    rematchWanted: (names: readonly string[]) => `${listed(names)} ${names.length === 1 ? "wants" : "want"} a rematch.`,
    rematchBegun: "An invite-only rematch has started.",
    toRematch: "Go to the rematch",
    review: "Review the game",
    record: "Download the record",
    newGame: "New game",
  },

  guide: {
    title: "Guide",
    hide: "Hide the guide",
    waiting: "The others go first. Watch what they do: every move appears in the move list.",
  },
};
