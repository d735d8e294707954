/** What went wrong, as a sentence for people. */

import { Refused, Unreachable } from "../server/problems";
import { t } from "../texts";

export function sentence(error: unknown): string {
  // Without a sentence of the server's own, something in between has answered for it.
  if (error instanceof Refused && /^status_5/.test(error.code)) return t.common.unreachable;
  if (error instanceof Refused) return error.message;
  if (error instanceof Unreachable) return t.common.unreachable;
  return t.common.broken;
}
