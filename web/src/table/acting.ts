/** Asking a table for something, with a word to the person where it is not done. */

import type { Done, TableRequest } from "../server/api";
import { Unreachable } from "../server/problems";
import { t } from "../texts";
import { toast, toastProblem } from "../ui";
import type { TableStore } from "./store";

export type Ask = (request: TableRequest) => Promise<Done | null>;

export function asking(store: TableStore): Ask {
  return (request) =>
    store.ask(request).catch((error: unknown) => {
      if (error instanceof Unreachable && request.do === "play") toast(t.table.notSent, { problem: true });
      else toastProblem(error);
      return null;
    });
}
