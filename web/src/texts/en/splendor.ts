import { common } from "./common";
import type { RuleWords } from "../rules";

const colors = { white: "white", blue: "blue", green: "green", red: "red", black: "black", gold: "gold" };
type Token = keyof typeof colors;
type Counts = Readonly<Partial<Record<Token, number>>>;

const rows = { m: "Mines", t: "Transport", v: "Vendors" };
type Row = keyof typeof rows;

interface Worth {
  color: Token;
  points: number;
}

/** `2 red and 1 gold`; empty where there is nothing. */
function gems(counts: Counts): string {
  const names = Object.keys(colors) as Token[];
  return common.listed(names.flatMap((name) => (counts[name] ? [`${counts[name]} ${colors[name]}`] : [])));
}

function place(text: string): string {
  const [row, slot] = text;
  return row === "r" ? `reserved card ${slot}` : `${rows[row as Row]} ${slot}`;
}

function card(worth: Worth): string {
  return `${colors[worth.color]} card${worth.points ? ` (${common.points(worth.points)})` : ""}`;
}

function tokens(count: number): string {
  return `${count} ${count === 1 ? "token" : "tokens"}`;
}

function cards(count: number): string {
  return `${count} ${count === 1 ? "card" : "cards"}`;
}

/** A verb for "you" or for somebody. */
function does(who: string | null, verb: string): string {
  return who === null ? `You ${verb}` : `${who} ${verb}${verb.endsWith("s") ? "es" : "s"}`;
}

const variants: RuleWords = {
  options: {
    deck_reserve: { label: "Cards may be reserved unseen from the top of a deck" },
    over_limit: {
      label: "More than 10 tokens",
      values: { return: "are returned at the end of the turn", forbid: "may not be taken" },
    },
    return_gold: { label: "Gold may be returned" },
    nobles: {
      label: "When several nobles would visit",
      values: { choose: "the player chooses one", first: "the first one comes", all: "all of them come" },
    },
    take_fewer: {
      label: "Fewer than three different tokens may be taken",
      values: { forced: "only if there are no more colors", free: "always", never: "never" },
    },
    payment: {
      label: "Paying",
      values: { auto: "gold only for what is missing", choose: "the player chooses what to pay with" },
    },
    target_points: { label: "Points that bring the last round" },
    turn_limit: { label: "Most turns of each player", about: "After them the game is scored as it stands." },
  },
  presets: {
    core: { label: "Core", about: "Simplified: nothing is reserved unseen, and no more than 10 tokens are taken." },
    arena: { label: "Arena", about: "As programs often play: all nobles come, gold is kept." },
    duel: { label: "Duel", about: "The printed rules, but nothing is reserved unseen." },
  },
};

export const splendor = {
  variants,
  title: "Splendor",
  about: "Collect gems, buy cards that make the next ones cheaper, and be the first to impress the nobles.",
  colors,
  rows,
  gems,
  place,
  card,
  tokens,
  cards,

  why: {
    lack: (missing: Counts, gold: number) =>
      gold
        ? `You lack ${gems(missing)}, and your ${gold} gold cannot cover that.`
        : `You lack ${gems(missing)}.`,
    noCard: "No card lies here.",
    reserveFull: (limit: number) => `You hold ${limit} reserved cards, and that is the limit.`,
    deckEmpty: "This deck is empty.",
    deckForbidden: "By this table's rules nobody reserves from a deck.",
    noneLeft: (color: Token) => `No ${colors[color]} is left in the bank.`,
    pairNeeds: (color: Token, left: number, needs: number) =>
      `Only ${left} ${colors[color]} left: taking two needs ${needs}.`,
    twoAreAll: "Two of one color are all you may take.",
    threeAreAll: "Three tokens are all you may take.",
    alikeAlone: (color: Token) => `Two ${colors[color]} can only be taken with nothing else.`,
    threeOrPair: "By this table's rules you take three different tokens or two alike.",
    moreColors: (left: number) =>
      `The bank has ${left} colors, so you take ${left < 3 ? "one of each" : "three different tokens"} or two alike.`,
    overLimit: (held: number, more: number, limit: number) =>
      `You hold ${tokens(held)}, and ${more} more would pass the limit of ${limit}.`,
    returnFirst: (count: number) => `First return ${tokens(count)}.`,
    nothingToReturn: (limit: number) => `Tokens go back only when you hold more than ${limit}.`,
    goldStays: "By this table's rules gold is not returned.",
    holdNone: (color: Token) => `You hold no ${colors[color]}.`,
    nobleFirst: "First choose the noble who visits you.",
    nobleUnasked: "Nobles come by themselves, at the end of your turn.",
    nobleLack: (missing: Counts) => `Your cards lack ${gems(missing)} for this noble.`,
    noNoble: "This noble has gone.",
    payFirst: (color: Token) => `First pay the ${colors[color]} you owe.`,
    nothingOwed: "You owe nothing.",
    passLast: "You pass only when nothing else is possible.",
    goldByReserving: "Gold comes with a card that you reserve.",
  },

  told: {
    take: (who: string | null, what: string) => `${does(who, "take")} ${what}.`,
    two: (color: Token) => `two ${colors[color]}`,
    reserve: (who: string | null, what: string, gold: boolean) =>
      `${does(who, "reserve")} ${what}${gold ? ` and ${who === null ? "take" : "takes"} gold` : ""}.`,
    hidden: (row: Row) => `a card from the ${rows[row]} deck`,
    drawn: (worth: Worth, row: Row) => `the ${card(worth)} from the ${rows[row]} deck`,
    from: (worth: Worth, where: string) => `the ${card(worth)} from ${where.startsWith("r") ? "the reserve" : place(where)}`,
    buy: (who: string | null, what: string, paid: Counts) =>
      `${does(who, "buy")} ${what} for ${gems(paid) || "nothing"}.`,
    begin: (who: string | null, what: string) => `${does(who, "buy")} ${what}, choosing how to pay.`,
    pay: (who: string | null, paid: Counts) => `${does(who, "pay")} ${gems(paid)}.`,
    return: (who: string | null, back: Counts) => `${does(who, "return")} ${gems(back)}.`,
    noble: (noble: string, who: string | null, points: number) =>
      `${noble || "A noble"} visits ${who ?? "you"}: ${common.points(points)}.`,
    pass: (who: string | null) => `${does(who, "pass")}.`,
    skip: (who: string | null) => `${does(who, "skip")} the turn.`,
    lastRound: "This is the last round.",
  },

  described: {
    take: (what: string) => `Take ${what}`,
    buy: (what: string, paid: Counts) => `Buy ${what} for ${gems(paid) || "nothing"}`,
    reserve: (what: string) => `Reserve ${what}`,
    topCard: (row: Row) => `the top card of the ${rows[row]} deck`,
    buyUnseen: "Buy a hidden reserved card",
    return: (color: Token) => `Return ${colors[color]}`,
    pay: (color: Token) => `Pay ${colors[color]}`,
    noble: (name: string) => `Receive ${name || "a noble"}`,
    pass: "Pass",
    skip: "Skip the turn",
  },

  task: {
    play: "Take tokens, reserve or buy",
    pass: "Nothing is possible: pass",
    return: (count: number) => `Return ${tokens(count)}`,
    pay: (color: Token) => `Pay for ${colors[color]}`,
    noble: "Choose a noble",
  },

  board: {
    label: "Splendor board",
    nobles: "Nobles",
    market: "Cards to buy",
    bank: "Bank",
    players: "Players",
    best: "best",
    yourTurn: "Your turn",
    turnOf: (name: string) => `${name} to move`,
    lastRound: "Last round",
    cardName: (where: string, worth: Worth, cost: Counts) =>
      `${where}: ${colors[worth.color]}, ${common.points(worth.points)}, costs ${gems(cost) || "nothing"}.`,
    canBuy: "You can buy it.",
    payable: "You can pay for it.",
    reservedOf: (name: string, number: number) => `Reserved card ${number} of ${name}`,
    faceDown: (where: string, row: Row) => `${where}: a face-down card of the ${rows[row]}`,
    deck: (row: Row, left: number) => `${rows[row]} deck: ${cards(left)} left.`,
    emptyPlace: "Empty place",
    noble: (name: string, points: number, needs: Counts) =>
      `${name || "Noble"}: ${common.points(points)}, comes to who has cards for ${gems(needs)}.`,
    nobleNeeds: (missing: Counts) => (gems(missing) ? `You still need ${gems(missing)}.` : "Comes to you."),
    bankToken: (color: Token, left: number, staged: number) =>
      `${colors[color]}: ${left} left${staged ? `, ${staged} laid apart` : ""}.`,
    holds: (color: Token, tokens: number, bonus: number | null) =>
      `${colors[color]}: ${tokens} ${tokens === 1 ? "token" : "tokens"}${bonus === null ? "" : `, ${cards(bonus)}`}`,
    reserved: "Reserved",
    bought: (count: number) => `Bought ${cards(count)}`,
    nothingReserved: "No reserved cards yet",
    you: (name: string) => `${name} (you)`,
    total: (count: number, limit: number) => `${count}/${limit}`,
    totalLabel: (count: number, limit: number) => `${tokens(count)} of at most ${limit}`,
    buy: "Buy",
    buyFor: (paid: Counts) => (gems(paid) ? `Buy (pay ${gems(paid)})` : "Buy (it costs you nothing)"),
    buyChoosing: (price: Counts) => (gems(price) ? `Buy (costs you ${gems(price)})` : "Buy (it costs you nothing)"),
    reserve: "Reserve",
    reserveGold: "Reserve (+1 gold)",
    reserveOnly: "Reserve (no gold)",
    reserveBlind: (gold: boolean) => `Reserve the top card unseen${gold ? " (+1 gold)" : ""}`,
    choice: (what: string) => `What to do with ${what}`,
    take: "Take",
    taking: "You take",
    clear: "Clear",
    putBack: (color: Token) => `Put ${colors[color]} back`,
    nothingStaged: "Click tokens to lay them apart, or click a card.",
    staging: "Not enough yet: add another token.",
    pass: "Pass",
    returnStep: (count: number) => `Return ${tokens(count)}`,
    returnNote: (limit: number) => `You may keep ${limit}. Choose what goes back.`,
    returnOne: (color: Token, held: number) => `Return ${colors[color]}; you hold ${held}.`,
    enough: "That is enough.",
    allApart: (color: Token) => `All your ${colors[color]} is laid apart.`,
    returnConfirm: "Return",
    nobleStep: "Choose the noble who visits you",
    nobleNote: "Several would come; the others may come in a later turn.",
    payStep: (color: Token, count: number) => `Pay ${count} ${colors[color]}`,
    payNote: (worth: Worth, owed: Counts) => `For the ${card(worth)} you still owe ${gems(owed)}.`,
    payWith: (color: Token, held: number) => `Pay ${colors[color]} (you hold ${held})`,
  },

  result: {
    caption: "Final points",
    player: "Player",
    cards: "Cards",
    nobles: "Nobles",
    points: "Points",
    bought: "Bought",
    winner: "wins",
    tie: "Equal points: fewer cards bought decide.",
    shared: "Equal points and cards: the win is shared.",
  },

  guide: {
    first: (worth: Worth, where: string, missing: Counts) =>
      `Welcome! Click tokens in the bank to lay them apart, then take them: three of different colors, or two of one color. A good aim is the ${card(worth)} at ${where}: you need ${gems(missing)}.`,
    aim: (worth: Worth, where: string, missing: Counts) =>
      `You are on the way to the ${card(worth)} at ${where}: only ${gems(missing)} missing. The small red numbers on a card show what you lack.`,
    firstBuy: (worth: Worth, where: string) =>
      `You can afford a card: a check mark shows it. Click the ${card(worth)} at ${where} and buy it. It stays with you and makes every later card cheaper by one ${colors[worth.color]}.`,
    bonus: (worth: Worth) =>
      `Your ${colors[worth.color]} card now counts as one ${colors[worth.color]} in every purchase, and is never spent. Cheap cards first, expensive ones with points later.`,
    limit: (held: number, limit: number) =>
      `You hold ${tokens(held)}. More than ${limit} cannot be kept at the end of a turn, so it is time to buy something.`,
    reserve: "A card you want but cannot pay for yet can be reserved: click it. It is yours to buy later, and you get a gold token, which pays for any color. Three cards at most can be reserved.",
    gold: "Gold pays for any color that you lack. Reserved cards lie with you and can be bought in any later turn.",
    noble: (name: string, missing: Counts) =>
      `${name || "A noble"} comes to you, with points, as soon as your bought cards cover what is shown on the tile. You still need ${gems(missing)}. Tokens do not count for nobles.`,
    points: (target: number) =>
      `Now cards with points are worth their price. At ${target} points the round is played out, and the most points win.`,
    end: (target: number) => `${target} points are reached: this is the last round. Take whatever points you can.`,
    return: "You have more than ten tokens. Choose which go back: those you need least.",
    pay: "You may pay this with its own color or with gold. Gold is more flexible, so keep it if you can.",
    chooseNoble: "More than one noble would visit you. Choose one; the others stay and may come later.",
    pass: "There is nothing you can do this turn but pass.",
  },

  rules: {
    aim: "The aim",
    aimText: "You are a merchant. Buy cards, which bring points and make later cards cheaper. Who has the most points in the round in which somebody reaches 15 wins.",
    turn: "A turn is one of these",
    takeThree: "Take three tokens of different colors. When the bank has fewer colors left, take as many as it has.",
    takeTwo: "Take two tokens of one color, if four or more of it are in the bank.",
    reserve: "Reserve a card: an open one, or the unseen top card of a deck. Only you may buy it later. You get a gold token if one is left. Three reserved cards at most.",
    buy: "Buy an open card, or one that you reserved: pay the tokens shown on it.",
    bonus: "Bonuses",
    bonusText: "The stone at the top of a card you bought is a bonus: every later card costs you one token less of that color. Bonuses are never spent.",
    gold: "Gold",
    goldText: "A gold token stands for any color. It comes only with a reserved card.",
    limit: "Ten tokens",
    limitText: "At the end of your turn you may hold ten tokens, gold included. What is above goes back to the bank; you choose.",
    nobles: "Nobles",
    noblesText: "At the end of a turn a noble comes to you if your bonuses cover what its tile shows, and brings points. One in a turn; if several would come, you choose. Nobody can refuse a noble.",
    end: "The end",
    endText: "When somebody has 15 points, the round is played out, so that all have had the same number of turns. Most points win; among equals, who bought fewer cards; then the win is shared.",
    pass: "Only who can do nothing else passes.",
    options: "A table may have other rules, such as no reserving from decks or another number of points; they are shown when it is set up.",
  },
};
