/** Turns errors into sentences for people. */

import { Refused, Unreachable } from "../server/problems";
import { t } from "../texts";

export function errorMessage(error: unknown): string {
  // Without a sentence from the server, a proxy has answered in its place.
  if (error instanceof Refused && /^status_5/.test(error.code)) return t.common.unreachable;
  if (error instanceof Refused) return error.message;
  if (error instanceof Unreachable) return t.common.unreachable;
  return t.common.broken;
}
