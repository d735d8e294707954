/** What happens at a table beside moves, told to the person. */

import { t } from "../texts";
import { speaker } from "./talk";
import type { TableState } from "./state";

/** What is to be said of the way from one state to the next, in sentences. */
export function news(before: TableState, after: TableState, names: readonly string[]): string[] {
  const said: string[] = [];
  for (const { seat, text } of after.said.slice(before.said.length)) {
    said.push(t.table.said(speaker(seat, names), text));
  }
  after.seats.forEach(({ seat, gone }) => {
    if (gone === null || before.seats[seat]?.gone !== null) return;
    said.push(t.table.left(names[seat] ?? "", t.table.gone[gone] ?? gone));
  });
  if (before.undo && !after.undo && after.phase === "playing") {
    if (after.line.length < before.line.length) said.push(t.table.undone);
    else if (after.position === before.position) said.push(t.table.undoDeclined);
  } else if (after.undo && !before.undo) {
    said.push(t.table.undoTheirs(names[after.undo.seat] ?? ""));
  }
  return said;
}
