/** The player's identity. A guest account is created the first time one is needed. */

import { signal } from "@preact/signals";
import { type Asking, request } from "./http";
import { Refused } from "./problems";

export interface Identity {
  player: string;
  name: string;
  kind: string;
  token: string;
  recovery: string | null;
}

const KEY = "gemgrove.identity";

/** Null without an account; watching needs none. */
export const identity = signal<Identity | null>(kept());

let coming: Promise<Identity> | null = null;

/** Returns the player's identity, registering a guest if there is none. */
export function someone(): Promise<Identity> {
  if (identity.value) return Promise.resolve(identity.value);
  coming ??= request<Identity>("/api/players", { method: "POST", body: {} })
    .then(become)
    .finally(() => (coming = null));
  return coming;
}

/** Becomes this player and stores the identity for later visits. */
export function become(who: Identity): Identity {
  const { player, name, kind, token, recovery } = who;
  identity.value = { player, name, kind, token, recovery };
  store(identity.value);
  return identity.value;
}

/** Forgets the identity with that token, unless another tab has replaced it. */
export function forget(token: string): void {
  if (identity.value?.token !== token) return;
  const other = kept();
  identity.value = other && other.token !== token ? other : null;
  if (!identity.value) store(null);
}

/** Sends a request with the player's token, if any. A token that the server rejects is forgotten. */
export async function asMyself<Answer>(path: string, asking: Asking = {}): Promise<Answer> {
  const who = identity.value;
  try {
    return await request<Answer>(path, { ...asking, token: who?.token ?? null });
  } catch (error) {
    if (!who || !isUnknown(error)) throw error;
    forget(who.token);
    return request<Answer>(path, { ...asking, token: identity.value?.token ?? null });
  }
}

/** Sends a request as a player, registering a guest first if there is no valid identity. */
export async function asSomeone<Answer>(path: string, asking: Asking = {}): Promise<Answer> {
  const who = await someone();
  try {
    return await request<Answer>(path, { ...asking, token: who.token });
  } catch (error) {
    if (!isUnknown(error)) throw error;
    forget(who.token);
    return request<Answer>(path, { ...asking, token: (await someone()).token });
  }
}

function isUnknown(error: unknown): boolean {
  return error instanceof Refused && error.code === "unauthenticated";
}

function kept(): Identity | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null") as Identity | null;
    return found && typeof found.token === "string" ? found : null;
  } catch {
    return null; // not ours, or storage is blocked
  }
}

function store(who: Identity | null): void {
  try {
    if (who) localStorage.setItem(KEY, JSON.stringify(who));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: the identity lasts until the page is closed.
  }
}

globalThis.addEventListener?.("storage", (event) => {
  if (event.key === KEY) identity.value = kept();
});
