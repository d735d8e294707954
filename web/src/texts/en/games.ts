import type { RuleLabels } from "../rules";

const splendorRules: RuleLabels = {
  options: {
    deck_reserve: { label: "The top card of a deck may be reserved" },
    over_limit: {
      label: "Above 10 tokens",
      values: {
        return: "return the extra tokens at the end of the turn",
        return_drawn: "return only tokens just taken",
        forbid: "not allowed",
      },
    },
    return_gold: {
      label: "Gold may be returned",
      about: "Required if only tokens just taken can be returned.",
    },
    nobles: {
      label: "If several nobles would visit",
      values: { choose: "the player chooses one", first: "the first one comes", all: "all of them come" },
    },
    take_fewer: {
      label: "Taking fewer than three different tokens",
      values: { forced: "only if fewer colors are left", free: "always allowed", never: "never allowed" },
    },
    payment: {
      label: "Payment",
      values: { auto: "gold only for missing colors", choose: "the player chooses what to pay with" },
    },
    target_points: { label: "Points that trigger the last round" },
    turn_limit: { label: "Turn limit per player", about: "The game is then scored as it stands." },
  },
  presets: {
    core: { label: "Core", about: "Simplified: no reserving from decks, and never more than 10 tokens." },
    arena: { label: "Arena", about: "The way programs often play: all nobles come, and gold is never returned." },
    duel: { label: "Duel", about: "The printed rules, but no reserving from decks." },
    escrow: { label: "Escrow", about: "The printed rules, but only tokens just taken can be returned." },
  },
};

const arboretumRules: RuleLabels = {
  options: { seed_discards: { label: "Everyone but the first player starts with a card on their pile" } },
  presets: {
    seeded: { label: "Older edition", about: "Everyone but the first player starts with a card on their pile." },
  },
};

/** What is said of the games before one is opened. */
export const games = {
  splendor: {
    title: "Splendor",
    about: "Collect gems, buy cards that make later ones cheaper, and be the first to impress the nobles.",
    ruleLabels: splendorRules,
  },
  arboretum: {
    title: "Arboretum",
    about: "Plant paths of trees in rising order, and keep the right cards in hand to score them.",
    ruleLabels: arboretumRules,
  },
};
