/** Where the focus goes when another page is shown: to its heading, so that it is read. */

export function focusHeading(): void {
  const main = document.getElementById("main");
  (main?.querySelector<HTMLElement>("h1") ?? main)?.focus({ preventScroll: true });
}
