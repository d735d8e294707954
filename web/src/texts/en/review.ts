export const review = {
  title: (game: string) => `Review: ${game}`,
  never: "This game never started, so there is nothing to review.",
  toTable: "Back to the table",

  position: (at: number, of: number) => `After ${at} of ${of} moves`,
  scrubber: "Position in the game",
  play: "Play through the moves",
  pause: "Pause",
  moves: "Moves",
  perspective: "View as",

  graph: "Chances of winning",
  graphAbout: (names: string, losses: number) =>
    `Chances of winning for ${names}, move by move; ${losses === 0 ? "no costly moves" : losses === 1 ? "one costly move" : `${losses} costly moves`}. The slider below moves through the same positions.`,
  chance: (name: string, percent: string) => `${name} ${percent}`,
  judgedBy: (bot: string, iterations: number) =>
    `Judged by the bot ${bot}, looking ahead ${iterations.toLocaleString("en")} times at each move.`,
  noReview: "The engine can go through the game and show what each decision cost.",
  keep: "Keep this review",
  keepTip: "The server reviews the game once more, in more depth, and shows that review from then on.",
  keeping: (done: number, total: number) => `The server is making a review to keep: ${done} of ${total} decisions.`,
  start: "Review the game",
  resume: "Continue the review",
  reviewing: (done: number, total: number) => `Reviewing: ${done} of ${total} decisions`,
  progress: "Review progress",

  marks: { blunder: "Blunder", mistake: "Mistake", inaccuracy: "Inaccuracy" },
  lossesTitle: "Costliest moves",
  noLosses: "No move cost much.",
  move: "move",

  here: "In this position",
  end: "The game ends here.",
  /** Followed by the move. */
  played: (name: string) => `${name} played `,
  best: "The engine would have played the same move.",
  better: "Better: ",
  cost: (percent: string) => `This lowered the chances of winning by ${percent}.`,
  costNothing: "This cost nothing, as far as the engine can tell.",
  line: "A likely continuation: ",
  forced: "This was the only legal move.",
  notJudged: "Not reviewed yet.",

  share: "Share this position",
  playOn: "Play from here",
  playOnTitle: "Play from here",
  playOnText: "This starts a new game against bots from this position. Cards you could not see are dealt anew.",
  playOnSeat: "Play as",
  playOnBot: "Against",
  playOnBegin: "Start",
  bot: (title: string, level: number | null) => (level === null ? title : `${title} (level ${level})`),

  verify: "Verify the deal",
  verifyTitle: "Was the deal fair?",
  verifying: "Checking…",
  verdicts: {
    kept: "The deal was fair. Before anyone sat down, the server published a commitment to its secret. Your browser has just recomputed that commitment from the secret that was published at the end, and the deal from that secret and what each player added. So nobody, not even the host, could choose or change the cards.",
    keptPosition:
      "The position was fair. It was fixed before the first move, hidden cards included: your browser has just recomputed its commitment from what was published at the end.",
    broken: "The secret that was published at the end does not match the commitment. Do not trust this deal.",
    other:
      "The secret matches the commitment, but the deal does not follow from it and what the players added. Do not trust this deal.",
    open: "This deal is open: its ID was known from the start, so anyone could look up the cards. There is nothing to verify.",
    hidden: "The secret has not been published, so the deal cannot be checked.",
    unable:
      "Browsers can run this check only over HTTPS or on the server’s own machine. The command below runs it for you, and checks the whole game as well.",
  },
  commitment: "Commitment, published first",
  secret: "Secret, published at the end",
  added: (name: string) => `Added by ${name}`,
  nothing: "nothing",
  dealt: "Deal",
  byCommand: "This command checks the whole game, move by move:",
};
