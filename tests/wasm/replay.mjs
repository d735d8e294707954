// Replays games and answers with a digest of each position, and with what differs in between.
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { answer, engine } from "./tasks.mjs";

// In the order of their numbers.
const TOKENS = ["white", "blue", "green", "red", "black", "gold"];

await answer(({ name, rules, players, seed, actions, details }) => {
  const game = engine.newGame(name, { rules, players, seed });
  const seats = Array.from({ length: players }, (_, seat) => seat);
  const digests = [digest(game, seats)];
  const differences = [];
  const followers = details ? [null, ...seats].map((seat) => game.view(seat)) : [];
  for (const [number, action] of actions.entries()) {
    game.play(action);
    digests.push(digest(game, seats));
    const told = details?.[number];
    if (!told) continue;
    followers.forEach((follower, place) => {
      follower.follow(told.events[place]);
      const seen = game.view(follower.seat);
      if (!isDeepStrictEqual(follower.state, seen.state)) differences.push(`${number}: follow ${follower.seat}`);
      if (!isDeepStrictEqual(follower.actions, seen.actions)) differences.push(`${number}: actions`);
      seen.free();
    });
    differences.push(...compare(game, told).map((what) => `${number}: ${what}`));
  }
  for (const each of [game, ...followers]) each.free();
  return { digests, differences };
});

// The names of what differs from what Python says about a position.
function compare(game, told) {
  const wrong = [];
  const same = (what, found, expected) => {
    if (!isDeepStrictEqual(JSON.parse(JSON.stringify(found)), expected)) wrong.push(what);
  };
  same("fields", game.position, told.fields);
  same("ending", game.ending, told.ending);
  same("winners", game.winners, told.winners);
  same("places", game.places, told.places);
  same("moves", game.legalMoves(), told.moves);
  const again = engine.gameFrom(game.variant, game.position);
  if (!isDeepStrictEqual(again.state, game.state)) wrong.push("the position read back");
  again.free();
  told.views.forEach((expected) => {
    const view = game.view(expected.seat);
    same(`the view of ${expected.seat}`, view, expected);
    const read = engine.viewFrom(game.variant, view.position, view.seat, view.actions);
    if (!isDeepStrictEqual(read.state, view.state)) wrong.push("the view read back");
    const received = engine.readView(game.variant, expected);
    if (!isDeepStrictEqual(received.state, view.state)) wrong.push("the view read from JSON");
    const sample = view.sample(told.seed);
    same("the sample", hex(sample.state), told.samples[expected.seat ?? -1]);
    for (const each of [view, read, received, sample]) each.free();
  });
  if (!game.over) {
    same("scores of actions", game.actionScores(), told.action_scores);
    same("evaluation", game.evaluate(game.toMove), told.evaluation);
  }
  return wrong;
}

function digest(game, seats) {
  const reasons = Array.from({ length: game.variant.actionCount }, (_, action) => reason(game, action));
  const facts = JSON.stringify([game.scores, reasons]);
  const hash = createHash("sha256").update(game.state).update(game.mask()).update(facts);
  for (const seat of [null, ...seats]) hash.update(game.observe(seat));
  return hash.digest("hex").slice(0, 12);
}

// The code and the arguments against an action, or null if it is legal.
function reason(game, action) {
  const why = game.reason(action);
  if (why === null) return null;
  const { code, ...values } = why;
  return [code, ...Object.values(values).flatMap(numbers)];
}

function numbers(value) {
  if (typeof value === "string") return [TOKENS.indexOf(value)];
  return typeof value === "number" ? [value] : Object.values(value);
}

function hex(bytes) {
  return Buffer.from(bytes).toString("hex");
}
