/** The table of the guided first game, remembered until the tab is closed. */

const KEY = "gemgrove.guide";

export function startGuide(table: string): void {
  sessionStorage.setItem(KEY, table);
}

export function isGuided(table: string): boolean {
  try {
    return sessionStorage.getItem(KEY) === table;
  } catch {
    return false;
  }
}

export function stopGuide(): void {
  sessionStorage.removeItem(KEY);
}
