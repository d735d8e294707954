/** Whether a deal is the one that was promised before anybody had sat down.
 *
 * The hashes are those of `gemgrove.deal`: SHA-256 over parts, each after its length in 8 bytes,
 * the lowest first.
 */

export interface Promised {
  table: string;
  deal: { kind: "sealed" | "open" | "position"; commitment: string | null };
  /** Published at the end, in hexadecimal. */
  secret: string | null;
  /** What each seat has added, in hexadecimal. */
  nonces: readonly string[];
  /** The deal that was played, as the server says. */
  dealt: string | null;
}

export type Verdict =
  /** Anybody could deal it, before and after. */
  | "open"
  /** The secret has not been published. */
  | "hidden"
  /** The browser cannot hash here. */
  | "unable"
  /** The secret is not the one that was promised. */
  | "broken"
  /** It is, and the deal does not follow from it. */
  | "other"
  /** All is as promised. */
  | "kept";

const COMMITMENT = "gemgrove sealed deal 1 commitment";
const KEY = "gemgrove sealed deal 1 key";
const POSITION = "gemgrove sealed position 1 commitment";
const LENGTH_BYTES = 8;

export async function verified(promised: Promised): Promise<Verdict> {
  const { table, deal, secret, nonces, dealt } = promised;
  if (deal.kind === "open") return "open";
  if (secret === null || deal.commitment === null) return "hidden";
  if (!globalThis.crypto?.subtle) return "unable";
  const parts = [utf8(table), bytesOf(secret)];
  const domain = deal.kind === "position" ? POSITION : COMMITMENT;
  if ((await digest(utf8(domain), ...parts)) !== deal.commitment) return "broken";
  if (deal.kind === "position" || dealt === null) return "kept";
  const key = await digest(utf8(KEY), ...parts, ...nonces.map(bytesOf));
  return dealt === `sealed:${key}` ? "kept" : "other";
}

async function digest(...parts: Uint8Array[]): Promise<string> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + LENGTH_BYTES + part.length, 0));
  const view = new DataView(whole.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at, part.length, true);
    whole.set(part, at + LENGTH_BYTES);
    at += LENGTH_BYTES + part.length;
  }
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", whole)));
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function bytesOf(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
