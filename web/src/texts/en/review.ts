export const review = {
  title: (game: string) => `Review: ${game}`,
  never: "This game never started, so there is nothing to review.",
  toTable: "To the table",

  position: (at: number, of: number) => `After ${at} of ${of} moves`,
  scrubber: "Position in the game",
  play: "Play the moves",
  pause: "Pause",
  moves: "Moves",
  perspective: "Seen from",

  graph: "Chances of winning",
  graphAbout: (names: string, losses: number) =>
    `Chances of winning of ${names}, move by move; ${losses === 0 ? "no large losses" : losses === 1 ? "one large loss" : `${losses} large losses`}. The slider below it moves through the same positions.`,
  chance: (name: string, percent: string) => `${name} ${percent}`,
  noReview: "A search can go through the game and say what each decision cost.",
  start: "Review the game",
  goOn: "Go on with the review",
  reviewing: (done: number, total: number) => `Reviewing: ${done} of ${total} decisions`,
  progress: "Progress of the review",

  marks: { blunder: "Blunder", mistake: "Mistake", inaccuracy: "Inaccuracy" },
  lossesTitle: "Largest losses",
  noLosses: "No decision cost much.",
  move: "move",

  here: "In this position",
  end: "The game ends here.",
  /** Followed by the move. */
  played: (name: string) => `${name} played `,
  best: "The search would have played the same.",
  better: "Better: ",
  cost: (percent: string) => `It cost ${percent} of the chance to win.`,
  costNothing: "It cost nothing that the search could see.",
  line: "It might go on: ",
  forced: "There was no choice.",
  notJudged: "Not reviewed yet.",
  percent: (share: number) => `${Math.round(share * 100)}%`,

  share: "Share this position",
  playOn: "Play on from here",
  playOnTitle: "Play on from here",
  playOnText:
    "A new game begins in this position, against bots. What you could not know is dealt anew.",
  playOnSeat: "You play for",
  playOnBot: "Against",
  playOnBegin: "Begin",
  bot: (title: string, level: number) => `${title} (level ${level})`,

  verify: "Verify the deal",
  verifyTitle: "Was the deal fair?",
  verifying: "Checking…",
  verdicts: {
    kept: "All is as promised. Before anybody sat down the server published a commitment to its secret; your browser has just computed it again from the secret that was published at the end, and the deal from that secret and what each player added. So nobody, not even the host, could choose or change the cards during the game.",
    keptPosition:
      "All is as promised. The position with its hidden cards was fixed before the first move: your browser has just computed its commitment again from what was published at the end.",
    broken:
      "The secret that was published at the end is not the one that was promised. Do not trust this deal.",
    other:
      "The secret is the one that was promised, but the deal does not follow from it and from what the players added. Do not trust this deal.",
    open: "This deal is open: its number was known from the beginning, so anybody could know the cards. There is nothing to verify.",
    hidden: "The secret has not been published, so nothing can be checked.",
    unable:
      "Here the browser cannot compute hashes: it does so only over https or on the same machine. The command below checks the same, and the whole game besides.",
  },
  commitment: "Commitment, published first",
  secret: "Secret, published at the end",
  added: (name: string) => `Added by ${name}`,
  nothing: "nothing",
  dealt: "Deal",
  byCommand: "With the program, the whole game can be checked move by move:",
};
