import type { SplendorReason } from "../../../engine/src/splendor/reasons";
import { common } from "./common";

const colors = { white: "white", blue: "blue", green: "green", red: "red", black: "black", gold: "gold" };
type Token = keyof typeof colors;
type Counts = Readonly<Partial<Record<Token, number>>>;

const rows = { m: "Mines", t: "Transport", v: "Vendors" };
type Row = keyof typeof rows;

interface Worth {
  color: Token;
  points: number;
}

/** `2 red and 1 gold`; empty if there are none. */
function gems(counts: Counts): string {
  const names = Object.keys(colors) as Token[];
  return common.listed(names.flatMap((name) => (counts[name] ? [`${counts[name]} ${colors[name]}`] : [])));
}

/** `red and gold`: the colors with a count. */
function named(counts: Counts): string {
  const names = Object.keys(colors) as Token[];
  return common.listed(names.flatMap((name) => (counts[name] ? [colors[name]] : [])));
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

/** `You take` or, for a name, `Ada takes`. */
function does(who: string | null, verb: string): string {
  return who === null ? `You ${verb}` : `${who} ${verb}${verb.endsWith("s") ? "es" : "s"}`;
}

/** Why an action is not legal, by the engine's codes. */
const why: { [Code in SplendorReason["code"]]: (reason: Extract<SplendorReason, { code: Code }>) => string } = {
  game_over: () => common.inactive.over,
  must_return: ({ count }) => `First return ${tokens(count)}.`,
  must_pay: ({ color }) => `First pay the ${colors[color]} you owe.`,
  must_choose_noble: () => "First choose which noble visits you.",
  over_token_limit: ({ held, count, limit }) =>
    `You hold ${tokens(held)}; ${count} more would exceed the limit of ${limit}.`,
  pair_minimum: ({ color, left, needed }) =>
    `Only ${left} ${colors[color]} left: you can take two only if there are ${needed}.`,
  color_gone: ({ color }) => `The bank has no ${colors[color]} left.`,
  three_or_pair: () => "At this table you take three different tokens or two of one color.",
  more_colors_left: ({ colors: left }) =>
    `The bank has ${left} colors, so you take ${left < 3 ? "one of each" : "three different tokens"} or two of one color.`,
  reserve_full: ({ limit }) => `You already have ${limit} reserved cards, which is the limit.`,
  no_card: () => "There is no card here.",
  card_hidden: () => "This card is not known yet.",
  no_deck_reserve: () => "Reserving from a deck is not allowed at this table.",
  deck_empty: () => "This deck is empty.",
  no_reserved_card: () => "There is no card here.",
  cannot_afford: ({ gold, lacking }) =>
    gold ? `You lack ${gems(lacking)}, and your ${gold} gold cannot cover that.` : `You lack ${gems(lacking)}.`,
  nothing_to_return: ({ limit }) => `You return tokens only when you hold more than ${limit}.`,
  gold_not_returned: () => "Gold cannot be returned at this table.",
  token_not_held: ({ token }) => `You hold no ${colors[token]}.`,
  token_not_drawn: ({ token, returnable }) =>
    `You did not take ${colors[token]} this turn; you can return only ${named(returnable)}.`,
  no_noble_choice: () => "Nobles visit on their own at the end of your turn.",
  no_noble: () => "This noble is gone.",
  noble_requirement: ({ lacking }) => `You still need cards for ${gems(lacking)} to receive this noble.`,
  other_moves: () => "You can pass only when no other move is possible.",
};

export const splendor = {
  colors,
  rows,
  gems,
  place,
  card,
  tokens,
  cards,

  why,

  selecting: {
    twoAreAll: "Two tokens of one color are all you can take.",
    threeAreAll: "Three tokens are all you can take.",
    alikeAlone: (color: Token) => `You can take two ${colors[color]} only on their own.`,
    goldByReserving: "You get gold by reserving a card.",
  },

  log: {
    take: (who: string | null, what: string) => `${does(who, "take")} ${what}.`,
    two: (color: Token) => `two ${colors[color]}`,
    reserve: (who: string | null, what: string, gold: boolean) =>
      `${does(who, "reserve")} ${what}${gold ? ` and ${who === null ? "take" : "takes"} gold` : ""}.`,
    hidden: (row: Row) => `a card from the ${rows[row]} deck`,
    drawn: (worth: Worth, row: Row) => `the ${card(worth)} from the ${rows[row]} deck`,
    from: (worth: Worth, where: string) =>
      `the ${card(worth)} from ${where.startsWith("r") ? "the reserve" : place(where)}`,
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

  moves: {
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
    pass: "No other move is possible: pass",
    return: (count: number) => `Return ${tokens(count)}`,
    pay: (color: Token) => `Pay the ${colors[color]} you owe`,
    noble: "Choose a noble",
  },

  board: {
    label: "Splendor board",
    nobles: "Nobles",
    market: "Market",
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
    reservedOf: (name: string, number: number) => `${name}’s reserved card ${number}`,
    faceDown: (where: string, row: Row) => `${where}: a face-down ${rows[row]} card`,
    deck: (row: Row, left: number) => `${rows[row]} deck: ${cards(left)} left.`,
    emptyPlace: "Empty space",
    noble: (name: string, points: number, needs: Counts) =>
      `${name || "Noble"}: ${common.points(points)}, visits a player with cards for ${gems(needs)}.`,
    nobleNeeds: (missing: Counts) => (gems(missing) ? `You still need ${gems(missing)}.` : "Will visit you."),
    bankToken: (color: Token, left: number, selected: number) =>
      `${colors[color]}: ${left} left${selected ? `, ${selected} selected` : ""}.`,
    holds: (color: Token, tokens: number, bonus: number | null) =>
      `${colors[color]}: ${tokens} ${tokens === 1 ? "token" : "tokens"}${bonus === null ? "" : `, ${cards(bonus)}`}`,
    reserved: "Reserved",
    bought: (count: number) => `Bought ${cards(count)}`,
    nothingReserved: "No reserved cards yet",
    you: (name: string) => `${name} (you)`,
    total: (count: number, limit: number) => `${count}/${limit}`,
    totalLabel: (count: number, limit: number) => `${tokens(count)} of at most ${limit}`,
    buy: "Buy",
    buyFor: (paid: Counts) => (gems(paid) ? `Buy (pay ${gems(paid)})` : "Buy (free)"),
    buyChoosing: (price: Counts) => (gems(price) ? `Buy (costs you ${gems(price)})` : "Buy (free)"),
    reserve: "Reserve",
    reserveGold: "Reserve (+1 gold)",
    reserveOnly: "Reserve (no gold)",
    reserveBlind: (gold: boolean) => `Reserve the top card unseen${gold ? " (+1 gold)" : ""}`,
    choice: (what: string) => `Options for ${what}`,
    take: "Take",
    taking: "Taking",
    clear: "Clear",
    putBack: (color: Token) => `Put ${colors[color]} back`,
    nothingSelected: "Click tokens to select them, or click a card.",
    selectMore: "Not enough yet: select another token.",
    pass: "Pass",
    returnStep: (count: number) => `Return ${tokens(count)}`,
    returnNote: (limit: number, drawn: Counts, only: boolean) =>
      only
        ? `You can keep ${limit}. Only tokens you took this turn can go back: ${gems(drawn)}.`
        : `You can keep ${limit}. Choose which to return.${gems(drawn) && ` You took ${gems(drawn)} this turn.`}`,
    returnOne: (color: Token, held: number, taken: number) =>
      `Return ${colors[color]}; you hold ${held}${taken ? `, ${taken} taken this turn` : ""}.`,
    taken: (drawn: Counts) => `taken this turn: ${gems(drawn)}`,
    enough: "You have selected enough.",
    allSelected: (color: Token) => `You have selected all the ${colors[color]} you can return.`,
    returnConfirm: "Return",
    nobleStep: "Choose which noble visits you",
    nobleNote: "The others stay and may visit you later.",
    payStep: (color: Token, count: number) => `Pay ${count} ${colors[color]}`,
    payNote: (worth: Worth, owed: Counts) => `For the ${card(worth)} you still owe ${gems(owed)}.`,
    payWith: (color: Token, held: number) => `Pay ${colors[color]} (you hold ${held})`,
  },

  result: {
    caption: "Final score",
    player: "Player",
    cards: "Cards",
    nobles: "Nobles",
    points: "Points",
    bought: "Cards bought",
    winner: "winner",
    tie: "Tied on points: the player who bought fewer cards wins.",
    shared: "Tied on points and cards: the win is shared.",
  },

  guide: {
    first: (worth: Worth, where: string, missing: Counts) =>
      `Welcome! Click tokens in the bank to select them, then take them: three of different colors, or two of one color. A good goal is the ${card(worth)} at ${where}: you need ${gems(missing)}.`,
    aim: (worth: Worth, where: string, missing: Counts) =>
      `You are getting closer to the ${card(worth)} at ${where}: you need only ${gems(missing)}. The small red numbers on a card show what you lack.`,
    firstBuy: (worth: Worth, where: string) =>
      `You can afford a card, as its check mark shows. Click the ${card(worth)} at ${where} and buy it. You keep it, and it makes every later card cheaper by one ${colors[worth.color]}.`,
    bonus: (worth: Worth) =>
      `Your ${colors[worth.color]} card now counts as one ${colors[worth.color]} in every purchase, and is never used up. Buy cheap cards first, and expensive ones with points later.`,
    limit: (held: number, limit: number) =>
      `You hold ${tokens(held)}. You can keep at most ${limit} at the end of a turn, so it is time to buy something.`,
    reserve:
      "If you want a card but cannot pay for it yet, click it to reserve it. Only you can buy it later, and you get a gold token, which pays for any color. You can have at most three reserved cards.",
    gold: "Gold pays for any color you lack. You can buy your reserved cards on any later turn.",
    noble: (name: string, missing: Counts) =>
      `${name || "A noble"} visits you and brings points as soon as your cards cover what the tile shows. You still need ${gems(missing)}. Tokens do not count toward nobles.`,
    points: (target: number) =>
      `Now cards with points are worth their price. Once somebody has ${target} points, the round is played to its end, and the player with the most points wins.`,
    end: (target: number) => `Somebody has ${target} points, so this is the last round. Take whatever points you can.`,
    return: (drawn: boolean) =>
      drawn
        ? "You have more than ten tokens. Of those you just took, return the ones you need least."
        : "You have more than ten tokens. Return the ones you need least.",
    pay: "You can pay for this with its own color or with gold. Gold is more flexible, so keep it if you can.",
    chooseNoble: "More than one noble would visit you. Choose one; the others stay and may visit you later.",
    pass: "You cannot do anything this turn except pass.",
  },

  rules: {
    aim: "Goal",
    aimText:
      "You are a merchant. Buy cards, which bring points and make later cards cheaper. When somebody reaches 15 points, the round is played to its end, and whoever has the most points wins.",
    turn: "On your turn, do one of these",
    takeThree: "Take three tokens of different colors. If the bank has fewer colors left, take as many as it has.",
    takeTwo: "Take two tokens of one color, if the bank has at least four of it.",
    reserve:
      "Reserve a card from the market, or the top card of a deck without seeing it first. Only you can buy it later. You get a gold token if any are left. You can have at most three reserved cards.",
    buy: "Buy a card from the market, or one that you have reserved, by paying the tokens shown on it.",
    bonus: "Bonuses",
    bonusText:
      "The gem at the top of a card you bought is a bonus: every later card costs you one token less of that color. Bonuses are never used up.",
    gold: "Gold",
    goldText: "A gold token counts as any color. You get gold only by reserving a card.",
    limit: "Ten tokens",
    limitText:
      "At the end of your turn you can hold at most ten tokens, gold included. If you have more, choose which to return to the bank. Under the Escrow rules you choose only among the tokens you took this turn.",
    nobles: "Nobles",
    noblesText:
      "At the end of your turn a noble visits you if your bonuses cover what its tile shows, and brings points. Only one visits per turn; if several would, you choose. You cannot refuse a noble.",
    end: "End of the game",
    endText:
      "When somebody has 15 points, the round is played to its end, so everyone gets the same number of turns. The player with the most points wins. Ties go to whoever bought fewer cards; after that, the win is shared.",
    pass: "You pass only if you can do nothing else.",
    options:
      "A table may use other rules, such as no reserving from decks or a different number of points; its settings list them.",
  },
};
