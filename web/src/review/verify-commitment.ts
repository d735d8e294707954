/** Checks a deal against the commitment published before anyone sat down.
 *
 * The hashes are those of `gemgrove.deal`: SHA-256 over parts, each preceded by its length in 8
 * bytes, little-endian.
 */

export interface DealProof {
  table: string;
  deal: { kind: "sealed" | "open" | "position"; commitment: string | null };
  /** Published at the end, in hexadecimal. */
  secret: string | null;
  /** The nonces added by the seats, in hexadecimal. */
  nonces: readonly string[];
  /** The deal that was played, according to the server. */
  dealt: string | null;
}

export type Verdict =
  /** The deal was public from the start. */
  | "open"
  /** The secret has not been published. */
  | "hidden"
  /** The browser cannot compute hashes here. */
  | "unable"
  /** The secret does not match the commitment. */
  | "broken"
  /** The secret matches, but the deal does not follow from it. */
  | "other"
  /** Everything matches. */
  | "kept";

const COMMITMENT = "gemgrove sealed deal 1 commitment";
const KEY = "gemgrove sealed deal 1 key";
const POSITION = "gemgrove sealed position 1 commitment";
const LENGTH_BYTES = 8;

export async function verifyDeal(promised: DealProof): Promise<Verdict> {
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
