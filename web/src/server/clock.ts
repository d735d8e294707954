/** The server's time, estimated from its timestamps, which never arrive before the time they show. */

let ahead = Infinity;

/** Notes a timestamp of the server, in Unix seconds, from a moment ago or longer. */
export function heardTime(seconds: number, now = Date.now() / 1000): void {
  ahead = Math.min(ahead, now - seconds);
}

/** Converts this machine's time to the server's. */
export function serverTime(now = Date.now() / 1000): number {
  return Number.isFinite(ahead) ? now - ahead : now;
}

/** For tests. */
export function forgetTime(): void {
  ahead = Infinity;
}
