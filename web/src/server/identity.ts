/** Who one is here. A guest is made when one is first needed, without asking anything. */

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

/** Null: nobody yet, who can look on. */
export const identity = signal<Identity | null>(kept());

let coming: Promise<Identity> | null = null;

/** Who one is; a new guest if nobody yet. */
export function someone(): Promise<Identity> {
  if (identity.value) return Promise.resolve(identity.value);
  coming ??= request<Identity>("/api/players", { method: "POST", body: {} })
    .then(become)
    .finally(() => (coming = null));
  return coming;
}

/** Be this player from now on, also after the page is opened again. */
export function become(who: Identity): Identity {
  const { player, name, kind, token, recovery } = who;
  identity.value = { player, name, kind, token, recovery };
  store(identity.value);
  return identity.value;
}

/** Be nobody. Only the one with that token is forgotten: another tab may have become someone. */
export function forget(token: string): void {
  if (identity.value?.token !== token) return;
  const other = kept();
  identity.value = other && other.token !== token ? other : null;
  if (!identity.value) store(null);
}

/** Ask as who one is, if anybody. A token that the server no longer knows is forgotten. */
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

/** Ask as someone: who is nobody yet, or no longer known, becomes a new guest first. */
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
    return null; // not ours, or the browser keeps nothing
  }
}

function store(who: Identity | null): void {
  try {
    if (who) localStorage.setItem(KEY, JSON.stringify(who));
    else localStorage.removeItem(KEY);
  } catch {
    // The browser keeps nothing: one is this player until the page is closed.
  }
}

globalThis.addEventListener?.("storage", (event) => {
  if (event.key === KEY) identity.value = kept();
});
