/** The worker: searches one position, or chooses one move of a bot, at a time. */

import { BotPlayer } from "./bot-player";
import type { FromWorker, ToWorker } from "./requests";
import { Searcher } from "./searcher";

let searcher: Promise<Searcher>;
/** A server moves its bots itself. */
let bots: Promise<BotPlayer>;
/** The search that is under way; null once it is cancelled. */
let current: number | null = null;

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if ("addresses" in data) {
    searcher = Searcher.load(data.addresses);
    if (!HAS_SERVER) bots = searcher.then((loaded) => new BotPlayer(loaded.engine, (rules) => loaded.network(rules)));
  } else if ("cancel" in data) current = current === data.cancel ? null : current;
  else {
    current = data.id;
    work(data).then(answer, (error: unknown) =>
      answer({ id: data.id, failed: error instanceof Error ? error.message : String(error) }),
    );
  }
});

async function work(asked: Extract<ToWorker, { id: number }>): Promise<FromWorker> {
  const { id } = asked;
  if ("choose" in asked) return { id, chosen: await (await bots).choose(asked.choose) };
  const found = await (await searcher).search(
    asked.search,
    (progress) => answer({ id, progress }),
    () => current !== id,
  );
  return found ? { id, found } : { id, failed: null };
}

function answer(message: FromWorker): void {
  postMessage(message);
}
