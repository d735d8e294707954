/** Sends commands to a table and reports failures to the player. */

import type { Done, TableCommand } from "../server/api";
import { Unreachable } from "../server/problems";
import { t } from "../texts";
import { toast, toastError } from "../ui";
import type { TableStore } from "./store";

export type SendCommand = (request: TableCommand) => Promise<Done | null>;

export function commandSender(store: TableStore): SendCommand {
  return (request) =>
    store.send(request).catch((error: unknown) => {
      if (error instanceof Unreachable && request.do === "play") toast(t.table.notSent, { problem: true });
      else toastError(error);
      return null;
    });
}
