/** Focuses the heading of a new page, so that screen readers announce it. */

export function focusHeading(): void {
  const main = document.getElementById("main");
  (main?.querySelector<HTMLElement>("h1") ?? main)?.focus({ preventScroll: true });
}
