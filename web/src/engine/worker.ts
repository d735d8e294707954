/** The worker: searches one position at a time. */

import type { FromWorker, ToWorker } from "./requests";
import { Searcher } from "./searcher";

let searcher: Promise<Searcher>;
/** The search that is under way; null once it is cancelled. */
let current: number | null = null;

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if ("addresses" in data) searcher = Searcher.load(data.addresses);
  else if ("cancel" in data) current = current === data.cancel ? null : current;
  else {
    current = data.id;
    void search(data);
  }
});

async function search({ id, search: request }: Extract<ToWorker, { id: number }>): Promise<void> {
  try {
    const loaded = await searcher;
    const found = await loaded.search(
      request,
      (progress) => tell({ id, progress }),
      () => current !== id,
    );
    tell(found ? { id, found } : { id, failed: null });
  } catch (error) {
    tell({ id, failed: error instanceof Error ? error.message : String(error) });
  }
}

function tell(message: FromWorker): void {
  postMessage(message);
}
