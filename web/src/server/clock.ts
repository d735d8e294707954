/** What time it is at the server. Its events say when they happened, and never come before that. */

let ahead = Infinity;

/** The server has said that this was its time, in Unix seconds, a moment ago or longer. */
export function heardTime(seconds: number, now = Date.now() / 1000): void {
  ahead = Math.min(ahead, now - seconds);
}

/** The server's time for a time of this machine. */
export function serverTime(now = Date.now() / 1000): number {
  return Number.isFinite(ahead) ? now - ahead : now;
}

/** For tests. */
export function forgetTime(): void {
  ahead = Infinity;
}
