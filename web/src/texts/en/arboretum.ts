import { common } from "./common";

const species: Readonly<Record<string, string>> = {
  J: "Jacaranda",
  R: "Royal poinciana",
  C: "Cassia",
  M: "Maple",
  O: "Oak",
  W: "Willow",
  B: "Blue spruce",
  D: "Dogwood",
  T: "Tulip poplar",
  L: "Olive",
};

/** For the middle of a sentence. */
const lower = (letter: string) => species[letter]?.toLowerCase();

const cards = (count: number) => `${count} ${count === 1 ? "card" : "cards"}`;

/** `You draw` or, for a name, `Ada draws`. */
const does = (name: string | null, verb: string) => (name === null ? `You ${verb}` : `${name} ${verb}s`);

const steps = {
  draw: "Draw the first of two cards",
  "second draw": "Draw the second card",
  pick: "Choose a card to plant",
  plant: "Choose where to plant it",
  discard: "Discard one card",
  over: "The game is over",
};

export const arboretum = {
  species,
  /** Short enough to be printed on a card. */
  shortSpecies: { ...species, R: "Poinciana", B: "Spruce", T: "Tulip" } as typeof species,
  cards,

  // The board
  card: (letter: string, rank: number) => `${species[letter]} ${rank}`,
  steps,
  stages: ["Draw", "Draw", "Plant", "Discard"],
  stagesNamed: "Steps of a turn",
  waiting: (name: string, phase: string) =>
    phase === "discard"
      ? `${name} is discarding a card`
      : phase === "pick" || phase === "plant"
        ? `${name} is planting a card`
        : `${name} is drawing two cards`,
  howTo: {
    draw: "From the deck, or the top card of any pile.",
    "second draw": "From the deck, or the top card of any pile.",
    pick: "Then choose a free space next to your trees.",
    plant: "Each space shows what your paths would score with it.",
    discard: "It goes face up onto your pile, where others can take it.",
    over: "",
  },
  place: (card: string) => `Choose where to plant ${card}`,
  firstPlace: "Your first tree goes in the middle. Choose the space to plant it.",
  plantHere: (card: string) => `Plant ${card} here`,
  discardThis: (card: string) => `Discard ${card}`,
  notNow: (step: string) => `Not now. ${step}.`,
  deck: "Deck",
  deckNamed: (count: number) => `Deck, ${cards(count)} left.`,
  deckEmpty: "The deck is empty: the game ends after this turn.",
  draw: "Draw from it.",
  yourPile: "Your pile",
  yours: "Yours",
  pileOf: (name: string) => `${name}’s pile`,
  pileNamed: (whose: string, count: number, top: string | null) =>
    top === null ? `${whose}: empty.` : `${whose}, ${cards(count)}, ${top} on top.`,
  emptyPile: "This pile is empty.",
  pileList: (whose: string) => `${whose}: all cards`,
  /** Starts with the visible label, as speech input needs it. */
  showPile: (label: string, count: number) => `${label} ${cards(count)}. Show them all.`,
  topFirst: "From top to bottom.",
  supply: "Draw from",
  hand: "Your hand",
  handNamed: (name: string) => `${name}’s hand`,
  inHand: (letter: string, sum: number) => `${species[letter]}: ${sum} in hand`,
  shown: "Everyone knows this card: it came from a pile.",
  handOf: (count: number, shown: number) =>
    shown === 0 ? `Hand: ${cards(count)}.` : `Hand: ${cards(count)}, ${shown} of them known:`,
  hiddenCard: "hidden card",
  yourArboretum: "Your arboretum",
  arboretumOf: (name: string) => `${name}’s arboretum`,
  noTrees: "No trees yet",
  planted: (card: string, x: number, y: number) => `${card} at ${x} ${y}`,
  freeCell: (x: number, y: number) => `Free space at ${x} ${y}`,
  wouldScore: (letter: string, before: number, after: number) => `${species[letter]}: ${before} → ${after}`,
  noGain: "No path improves",
  inSight: (count: number) => `up to ${common.points(count)}`,
  pathChip: (letter: string, count: number) => `${species[letter]} path: ${common.points(count)}. Show it.`,
  allPaths: "All paths",
  best: "best",
  bestNamed: "The best move, according to the review.",

  // The result
  sheet: "Score sheet",
  sheetAbout: "The highest sum in hand earns the right to score a species. Point at a row to see its paths.",
  speciesHeading: "Species",
  sumInHand: (sum: number) => `${sum} in hand`,
  nothingInHand: "none in hand",
  outdone: (name: string) => `The 8 counts as 0: ${name} holds the 1.`,
  nobodyHolds: "Nobody holds it: everyone may score it.",
  mayScore: "may score",
  mayNot: "may not score",
  noPath: "no path",
  worth: ({ cards: length, doubled, begins, ends }: Worth) =>
    [
      cards(length),
      ...(doubled ? ["all of one species: double"] : []),
      ...(begins ? [`starts with a 1: +${begins}`] : []),
      ...(ends ? [`ends with an 8: +${ends}`] : []),
    ].join(", "),
  lost: (points: number) => `${points} lost`,
  total: "Points",
  kinds: "Different species",
  kindsDecide: "Ties on points go to the player with more different species.",

  // The log, and what moves mean
  log: {
    drewKnown: (name: string | null, card: string, from: string) => `${does(name, "draw")} ${card} from ${from}.`,
    drew: (name: string | null, from: string) => `${does(name, "draw")} a card from ${from}.`,
    fromDeck: "the deck",
    fromYours: "your pile",
    fromTheirOwn: "their own pile",
    fromPile: (name: string) => `${name}’s pile`,
    picked: (name: string | null) => `${does(name, "choose")} a card to plant.`,
    planted: (name: string | null, card: string, x: number, y: number, gain: string) =>
      `${does(name, "plant")} ${card} at ${x} ${y}${gain && `: ${gain}`}.`,
    path: (letter: string, points: number) => `the ${lower(letter)} path is worth ${points}`,
    discarded: (name: string | null, card: string) => `${does(name, "discard")} ${card}.`,
    lastCard: "The deck is empty: the game ends after this turn.",
  },
  moves: {
    drawDeck: "Draw the top card of the deck",
    drawPile: (card: string, whose: string) => `Draw ${card} from ${whose}`,
    ownPile: "your own pile",
    pileOf: (name: string) => `${name}’s pile`,
    aCard: "a card",
    pick: (card: string) => `Choose ${card} to plant`,
    pickSecret: "Choose a card to plant",
    at: (card: string, x: number, y: number) => `Plant ${card} at ${x} ${y}`,
    theCard: "the card",
    discard: (card: string) => `Discard ${card}`,
  },

  // The guided first game
  guide: {
    welcome: "A turn has four steps: draw two cards, plant one, discard one. Start by drawing a card from the deck.",
    secondDraw:
      "Now draw the second card. You can also take the top card of a pile, but everyone sees what you take from there.",
    firstPlant:
      "Plant a low card first: a path rises from card to card, and it must start and end with the same species. Your first tree stands alone in the middle.",
    secondPlant:
      "Each new tree goes next to one of yours. Point at a space to see what it would score. Between its ends, a path can include other species.",
    keep: "Your trees score only if you earn the right to: at the end, you need the highest sum of their species in hand. So keep high cards of the species you plant.",
    discard: "Discard what helps you least. Others can take it, so do not give away what they are collecting.",
    oneAndEight:
      "In hand, an 8 counts as 0 if somebody else holds the 1 of its species. On a path, a 1 at the start earns 1 extra point, and an 8 at the end earns 2.",
    four: "A path of four or more cards that are all of one species counts double. Try to build one.",
    piles:
      "Everyone knows a card you take from a pile; only you know one from the deck. The small numbers below your hand are the sums that decide who may score.",
    ending: (count: number) =>
      `${cards(count)} left in the deck. After the turn in which the last one is drawn, the game is over: check your sums in hand.`,
    open: (card: string, letter: string) =>
      `${card} is on top of a pile. You have planted ${lower(letter)}, so it could extend a path or, in your hand, help you earn the right to score it.`,
    nothingOpen:
      "No pile shows a species that you have planted, so the deck may have something better. Watch what the others are collecting, too.",
    gain: (card: string, letter: string, points: number) =>
      `${card} could make your ${lower(letter)} path worth ${common.points(points)}. Choose a card and point at the free spaces to compare. But remember: a planted card no longer counts in your hand.`,
    noGain: "No card improves a path right now. Plant one where a rising path can continue later.",
    spare: (card: string, letter: string) =>
      `You have not planted any ${lower(letter)}, so you could give up ${card}, unless it keeps somebody else from scoring.`,
    noSpare: "Give up a card that neither extends a path nor decides who may score.",
    last: "The deck is empty, so this is the last turn. The cards you keep now decide what you may score.",
  },

  // The rules
  rules: {
    aim: "Goal",
    aimText:
      "Plant trees that form paths of rising rank, and end the game with the cards in hand that give you the right to score them. Whoever has the most points wins.",
    deck: "Cards",
    deckText:
      "Each species has one card of each rank from 1 to 8. Two players use the first six species, three the first eight, four all ten. Everyone starts with seven cards in hand.",
    turn: "A turn",
    turnSteps: [
      "Draw a card: the top card of the deck or of any discard pile, including your own.",
      "Draw a second card in the same way, after seeing the first.",
      "Plant one card face up in your arboretum. The first one can go anywhere; every later one goes directly above, below, left or right of a card of yours.",
      "Discard one card face up onto your own pile; it may be one you have just drawn. You now hold seven again.",
    ],
    end: "End of the game",
    endText:
      "Whoever draws the last card of the deck finishes the turn, taking the second card from a pile if needed. Then everyone shows their hand, and the paths are scored.",
    right: "The right to score",
    rightText:
      "For each species, add up the ranks in every hand. Only the player with the highest sum may score the species; if several tie, they all may. If nobody holds the species, everyone may score it.",
    eight: "An 8 counts as 0 in this sum if another player holds the 1 of that species:",
    eightExample: "the 8 counts as 0, so 3 is the highest sum",
    paths: "Paths",
    pathsText:
      "A path runs through adjacent cards, each of a higher rank than the one before. It starts and ends with its species; the cards in between can be of any species. Your best path of each species scores, and a card can be on several paths.",
    pathExample: (points: number) => `This maple path is worth ${points}: 4 cards, and 1 more for starting with a 1.`,
    pureExample: (points: number) =>
      `This one is worth ${points}: 4 cards of one species count double, and 2 more for ending with an 8.`,
    forWhat: "For",
    points: "Points",
    table: [
      ["1", "each card on the path"],
      ["1 more", "each card, if there are four or more, all of that species"],
      ["1", "starting with a 1"],
      ["2", "ending with an 8"],
    ] as const,
    tie: "Ties go to the player with more different species in the arboretum; after that, the win is shared.",
    hidden: "Hidden cards",
    hiddenText:
      "Everyone can see the arboretums, all cards in the piles, and which cards of a hand came from a pile. The rest of each hand and the deck are hidden.",
    seeded: "Under the rules of the older edition, everyone but the first player starts with a card on their pile.",
  },
};

/** The parts that make up a path's points. */
interface Worth {
  cards: number;
  doubled: number;
  begins: number;
  ends: number;
}
