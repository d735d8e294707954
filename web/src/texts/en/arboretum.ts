import { common } from "./common";
import type { RuleWords } from "../rules";

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

/** As it is called in the middle of a sentence. */
const lower = (letter: string) => species[letter]?.toLowerCase();

const cards = (count: number) => `${count} ${count === 1 ? "card" : "cards"}`;

/** The verb as it goes with who does it. */
const does = (name: string | null, verb: string) =>
  name === null ? `You ${verb}` : `${name} ${verb}s`;

const steps = {
  draw: "Draw the first of two cards",
  "second draw": "Draw the second card",
  pick: "Choose a card to plant",
  plant: "Choose where to plant it",
  discard: "Discard one card",
  over: "The game is over",
};

const variants: RuleWords = {
  options: { seed_discards: { label: "All but the first player begin with a card on their pile" } },
  presets: {
    seeded: { label: "Older edition", about: "All but the first player begin with a card on their pile." },
  },
};

export const arboretum = {
  variants,
  title: "Arboretum",
  about: "Plant rising paths of trees, and keep the right cards in hand to be allowed to score them.",
  species,
  /** As it stands on a card, where there is little room. */
  shortSpecies: { ...species, R: "Poinciana", B: "Spruce", T: "Tulip" } as typeof species,
  cards,

  // The board
  card: (letter: string, rank: number) => `${species[letter]} ${rank}`,
  steps,
  stages: ["Draw", "Draw", "Plant", "Discard"],
  stagesNamed: "The steps of a turn",
  waiting: (name: string, phase: string) =>
    phase === "discard"
      ? `${name} discards a card`
      : phase === "pick" || phase === "plant"
        ? `${name} plants a card`
        : `${name} draws two cards`,
  howTo: {
    draw: "From the deck, or the top card of any pile.",
    "second draw": "From the deck, or the top card of any pile.",
    pick: "Then choose a free place beside your trees.",
    plant: "The places show what your paths would score there.",
    discard: "It goes face up on your pile, where others can take it.",
    over: "",
  },
  place: (card: string) => `Choose where to plant ${card}`,
  firstPlace: "Your first tree stands in the middle. Choose the place to plant it.",
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
  emptyPile: "Nothing lies here.",
  pileList: (whose: string) => `${whose}: all cards`,
  /** Begins with what is to be seen: the short name and the number. */
  showPile: (label: string, count: number) => `${label} ${cards(count)}. Show them all.`,
  topFirst: "From the top down.",
  supply: "Draw from",
  hand: "Your hand",
  handNamed: (name: string) => `${name}’s hand`,
  inHand: (letter: string, sum: number) => `${species[letter]}: ${sum} in hand`,
  shown: "All know this card: it came from a pile.",
  handOf: (count: number, shown: number) =>
    shown === 0 ? `Hand: ${cards(count)}.` : `Hand: ${cards(count)}, ${shown} of them known:`,
  hiddenCard: "hidden card",
  yourArboretum: "Your arboretum",
  arboretumOf: (name: string) => `${name}’s arboretum`,
  noTrees: "No tree yet",
  planted: (card: string, x: number, y: number) => `${card} at ${x} ${y}`,
  freeCell: (x: number, y: number) => `Free place at ${x} ${y}`,
  wouldScore: (letter: string, before: number, after: number) =>
    `${species[letter]}: ${before} → ${after}`,
  noGain: "No path gets better",
  inSight: (count: number) => `${common.points(count)} in sight`,
  pathChip: (letter: string, count: number) =>
    `${species[letter]} path: ${common.points(count)}. Show it.`,
  allPaths: "All paths",
  best: "best",
  bestNamed: "The best move according to the review.",

  // The result
  sheet: "Score sheet",
  sheetAbout:
    "The highest sum in hand has the right to score a species. Point at a row to see its paths.",
  speciesHeading: "Species",
  sumInHand: (sum: number) => `${sum} in hand`,
  nothingInHand: "none in hand",
  outdone: (name: string) => `The 8 counts 0: ${name} holds the 1.`,
  nobodyHolds: "In nobody’s hand: everyone may score it.",
  mayScore: "may score",
  mayNot: "may not score",
  noPath: "no path",
  worth: ({ cards: length, doubled, begins, ends }: Worth) =>
    [
      cards(length),
      ...(doubled ? ["all of one species: twice"] : []),
      ...(begins ? [`begins with a 1: +${begins}`] : []),
      ...(ends ? [`ends with an 8: +${ends}`] : []),
    ].join(", "),
  lost: (points: number) => `${points} lost`,
  total: "Points",
  kinds: "Different species",
  kindsDecide: "Equal points: more different species decide.",

  // What happened
  told: {
    drewKnown: (name: string | null, card: string, from: string) =>
      `${does(name, "draw")} ${card} from ${from}.`,
    drew: (name: string | null, from: string) => `${does(name, "draw")} a card from ${from}.`,
    fromDeck: "the deck",
    fromYours: "your pile",
    fromTheirOwn: "their own pile",
    fromPile: (name: string) => `${name}’s pile`,
    picked: (name: string | null) => `${does(name, "choose")} a card to plant.`,
    planted: (name: string | null, card: string, x: number, y: number, gain: string) =>
      `${does(name, "plant")} ${card} at ${x} ${y}${gain && `: ${gain}`}.`,
    path: (letter: string, points: number) =>
      `the ${lower(letter)} path is worth ${points}`,
    discarded: (name: string | null, card: string) => `${does(name, "discard")} ${card}.`,
    lastCard: "The deck is empty: the game ends after this turn.",
  },
  described: {
    drawDeck: "draw the top card of the deck",
    drawPile: (card: string, whose: string) => `draw ${card} from ${whose}`,
    ownPile: "your own pile",
    seatsPile: (number: number) => `player ${number}’s pile`,
    aCard: "a card",
    pick: (card: string) => `plant ${card}`,
    pickSecret: "choose a card to plant",
    at: (card: string, x: number, y: number) => `plant ${card} at ${x} ${y}`,
    theCard: "the card",
    discard: (card: string) => `discard ${card}`,
  },

  // The guided first game
  guide: {
    welcome:
      "A turn has four steps: draw two cards, plant one, discard one. Begin with a card from the deck.",
    secondDraw:
      "Now the second card. Top cards of the piles can be taken as well; everyone sees what you take from there.",
    firstPlant:
      "Plant a low card first: a path rises from card to card, and it must begin and end with the same species. Your first tree stands alone in the middle.",
    secondPlant:
      "Each new tree stands beside another of yours. Point at a place to see what it would score. Other species may lie between the ends of a path.",
    keep:
      "Planted trees score only if you have the right to: at the end, the highest sum of a species in hand. So keep high cards of what you plant.",
    discard:
      "Discard what helps you least. Others can take it, so do not give away what they are collecting.",
    oneAndEight:
      "In hand, an 8 counts nothing if somebody else holds the 1 of its species. On a path, a 1 at the start earns 1 more and an 8 at the end 2 more.",
    four: "Four or more cards of one species in a row count twice. Look for such a path.",
    piles:
      "A card from a pile is known to all; one from the deck only to you. Small numbers below your hand are the sums that decide the right to score.",
    ending: (count: number) =>
      `${cards(count)} left in the deck. When the last is drawn, that turn is finished and the game is over: look at your sums in hand.`,
    open: (card: string, letter: string) =>
      `${card} lies open on a pile. You have planted ${lower(letter)}, so it could lengthen a path, or in hand help you to the right to score it.`,
    nothingOpen:
      "No open card is of a species that you have planted, so the deck may bring you something better. Look also at what the others collect.",
    gain: (card: string, letter: string, points: number) =>
      `${card} could make your ${lower(letter)} path worth ${common.points(points)}. Choose a card and point at the free places to compare; but what you plant is missing in your hand.`,
    noGain:
      "No card makes a path worth more right now. Plant one where a rising path can go on later.",
    spare: (card: string, letter: string) =>
      `You have planted no ${lower(letter)}, so ${card} may be the one to give up, unless it keeps somebody else from scoring.`,
    noSpare: "Give up a card that neither lengthens a path nor decides a right to score.",
    last: "The deck is empty: this is the last turn. The cards you keep now decide what you may score.",
  },

  // The rules
  rules: {
    aim: "The aim",
    aimText:
      "Plant trees so that paths of rising rank form, and end the game with cards in hand that give you the right to score them. Whoever earns the most points wins.",
    deck: "The cards",
    deckText:
      "Each species has one card of each rank from 1 to 8. Two players use the first six species, three the first eight, four all ten. Everybody begins with seven cards in hand.",
    turn: "A turn",
    turnSteps: [
      "Draw a card: the top of the deck or the top of any discard pile, your own included.",
      "Draw a second one in the same way, having seen the first.",
      "Plant one card face up in your arboretum. The first one lies anywhere; each other one beside a card of yours, above, below, left or right of it.",
      "Discard one card face up on your own pile; it may be one you have just drawn. You hold seven again.",
    ],
    end: "The end of the game",
    endText:
      "Whoever draws the last card of the deck finishes the turn, taking a second card from a pile if one is still to be drawn. Then all show their hands, and the paths are scored.",
    right: "The right to score",
    rightText:
      "For each species the ranks in every hand are added up. Only the highest sum may score the species; all who tie may. A species in nobody’s hand everyone may score.",
    eight: "An 8 counts 0 in this sum if another player’s hand has the 1 of that species:",
    eightExample: "8 counts 0, so 3 is the highest sum",
    paths: "Paths",
    pathsText:
      "A path runs over neighboring cards, each of a higher rank than the one before. It begins and ends with its species; those in between may be of any. For each species your best path scores, and a card may be on the paths of several.",
    pathExample: (points: number) =>
      `This maple path is worth ${points}: 4 cards, and 1 more since it begins with a 1.`,
    pureExample: (points: number) =>
      `This one is worth ${points}: 4 cards of one species count twice, and 2 more since it ends with an 8.`,
    forWhat: "For",
    points: "Points",
    table: [
      ["1", "each card of the path"],
      ["1 more", "each card, if there are four or more, all of that species"],
      ["1", "beginning with a 1"],
      ["2", "ending with an 8"],
    ] as const,
    tie: "Equal points: more different species in the arboretum decide, then the win is shared.",
    hidden: "Who knows what",
    hiddenText:
      "Arboretums and whole piles are open to all, and so is which cards of a hand came from a pile. The rest of a hand and the deck are hidden.",
    seeded: "With “seeded” rules everybody but the first player begins with one card on their pile.",
  },
  emblem: "A tree and a card",
};

/** What makes up the points of a path. */
interface Worth {
  cards: number;
  doubled: number;
  begins: number;
  ends: number;
}
