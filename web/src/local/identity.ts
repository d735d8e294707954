/** Who sits at the screen. Takes the place of `server/identity` in the page without a server. */

import { signal } from "@preact/signals";
import type { Identity } from "../server/identity";
import { local } from "../texts/local";

export type { Identity } from "../server/identity";

/** The only person, or the first one. */
export const ME = person(1, local.player);

/** Null while the screen is covered. */
export const identity = signal<Identity | null>(ME);

export function someone(): Promise<Identity> {
  return Promise.resolve(identity.value ?? ME);
}

export function become(who: Identity): Identity {
  identity.value = who;
  return who;
}

/** Covers the screen. */
export function forget(_token: string): void {
  identity.value = null;
}

/** A person at this screen, by number from 1. */
export function person(number: number, name: string): Identity {
  return { player: `p_${number}`, name, kind: "local", token: "", recovery: null };
}
