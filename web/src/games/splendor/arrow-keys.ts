/** Moves the focus with the arrow keys, following the layout of the table. */

const STEPS: Readonly<Record<string, readonly [up: number, right: number]>> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
/** The most empty places in a row. */
const MOST_EMPTY = 4;

/** Moves among elements with `data-cell="row column"`, rows counted from the bottom; skips empty places. */
export function amongCells(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const here = (event.target as HTMLElement).dataset.cell?.split(" ").map(Number);
  if (!step || !here) return;
  event.preventDefault();
  let [row = 0, column = 0] = here;
  for (let tries = 0; tries < MOST_EMPTY; tries += 1) {
    row += step[0];
    column += step[1];
    const next = (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`);
    if (next) return next.focus();
  }
}

/** Moves among the buttons of a row or column, wrapping around. */
export function amongButtons(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll("button")];
  const here = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons.at((here + step[1] - step[0]) % buttons.length)?.focus();
}
