/** Records: games as JSON files, in the format of `gemgrove.record`. */

import { EngineError } from "../../engine/src/core";
import { Deal } from "../../engine/src/deal";
import type { GameName } from "../../engine/src/positions";
import { loadEngine } from "../engine/engine";
import type { Rules } from "../server/types";
import { local } from "../texts/local";
import { ENCODINGS, GAMES } from "./data/catalog";
import { dealt, type EventBody } from "./log";
import { type LocalTable, refused } from "./table";
import { closeTable, openTable, saveTable, startGame } from "./tables";

const FORMAT = "gemgrove record";
const VERSION = 1;

interface Result {
  ending: string | null;
  scores: number[];
  winners: number[];
}

interface GameRecord {
  format: typeof FORMAT;
  version: typeof VERSION;
  game: string;
  variant: { rules: Rules };
  encoding: Readonly<Record<string, number>>;
  deal: string | null;
  position: string | null;
  moves: string[];
  result: Result;
  names: string[];
  /** How the game ended at a table, if it was not played out. */
  server?: { ending: string; aborted: boolean; scores: number[]; places: number[]; winners: number[] };
}

/** The record of a table's game. */
export function recordOf(table: LocalTable): GameRecord {
  const { game, rules, deal, log } = table.stored;
  if (deal === null) throw refused("no_record", local.noRecord);
  const over = log.find((event) => event.kind === "over");
  return {
    format: FORMAT,
    version: VERSION,
    game,
    variant: { rules },
    encoding: ENCODINGS[game],
    deal,
    position: null,
    moves: table.moves(),
    result: table.standing,
    names: table.seats.map(({ name, bot }) => name ?? bot ?? ""),
    ...(over?.kind === "over" && table.standing.ending === null ? { server: { ...over, aborted: false } } : {}),
  };
}

/** Stores the game of a record as a table of its own, and returns its id. All seats are people's. */
export async function loadRecord(text: string): Promise<string> {
  const record = checked(text);
  const { game, moves, result, server } = record;
  const players = Number(record.variant.rules.players);
  const seats = Array.from({ length: players }, (_, seat) => ({
    name: record.names[seat] || local.person(seat + 1),
  }));
  const engine = await loadEngine();
  const trial = attempt(
    () => dealt(engine, { game: game as GameName, rules: record.variant.rules, deal: record.deal, position: null }),
    local.otherRules,
  );
  const bodies: EventBody[] = moves.map((move, number) => {
    const seat = trial.toMove;
    const action = attempt(() => trial.action(move), local.badMove(number + 1, move));
    trial.play(action);
    return { kind: "played", seat, actions: [action], by_bot: false };
  });
  const { ending, scores, winners, places, over } = trial;
  trial.free();
  if (JSON.stringify({ ending, scores, winners }) !== JSON.stringify(result))
    throw refused("bad_record", local.otherResult);
  if (over) bodies.push({ kind: "over", ending: ending!, scores, places, winners, secret: null });
  else if (server && !server.aborted) bodies.push({ kind: "over", ...pick(server), secret: null });
  const id = await startGame({ game, rules: record.variant.rules, seats, deal: record.deal! });
  const table = await openTable(id);
  table.add(...bodies);
  saveTable(table);
  closeTable(id);
  return id;
}

function pick({ ending, scores, places, winners }: NonNullable<GameRecord["server"]>) {
  return { ending, scores, places, winners };
}

/** Reads a record, apart from its moves. */
function checked(text: string): GameRecord {
  const record = attempt(() => JSON.parse(text) as Partial<GameRecord> | null, local.notRecord);
  if (record?.format !== FORMAT) throw refused("bad_record", local.notRecord);
  if (record.version !== VERSION) throw refused("bad_record", local.otherVersion(String(record.version)));
  const { game = "", encoding, deal, position, moves, names, variant, result } = record;
  const known = GAMES.find((one) => one.game === game);
  if (!known || !isTexts(moves) || !isTexts(names) || !variant?.rules || !result)
    throw refused("bad_record", local.notRecord);
  if (position != null || typeof deal !== "string") throw refused("bad_record", local.fromPosition);
  const expected: Readonly<Record<string, number>> = ENCODINGS[game as GameName];
  if (Object.entries(expected).some(([name, version]) => encoding?.[name] !== version)) {
    throw refused("bad_record", local.otherVersion(JSON.stringify(encoding)));
  }
  attempt(() => Deal.parse(deal), local.notRecord);
  if (!known.players.some((count) => count === variant.rules.players)) throw refused("bad_record", local.otherRules);
  return record as GameRecord;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

/** Does the work, or throws an error with the sentence. */
function attempt<Value>(work: () => Value, sentence: string): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof EngineError || error instanceof SyntaxError) throw refused("bad_record", sentence);
    throw error;
  }
}
