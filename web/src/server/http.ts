/** Sends HTTP requests to the server. */

import { heardTime } from "./clock";
import { Refused, Unreachable } from "./problems";
import type { ProblemDetails } from "./types";

type Asked = string | number | boolean | null | undefined;

export interface Asking {
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  body?: unknown;
  token?: string | null;
  /** The invite code of an invite-only table. */
  invite?: string | null;
  /** The idempotency key: requests with the same key are carried out once. */
  key?: string;
  query?: Record<string, Asked | readonly Asked[]>;
}

const PATIENCE_MS = 20_000;

/** Returns the answer to a successful request; throws `Refused` or `Unreachable` otherwise. */
export async function request<Answer>(path: string, asking: Asking = {}): Promise<Answer> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (asking.token) headers.Authorization = `Bearer ${asking.token}`;
  if (asking.invite) headers["Gemgrove-Invite"] = asking.invite;
  if (asking.key) headers["Idempotency-Key"] = asking.key;
  if (asking.body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(path + queried(asking.query), {
      method: asking.method ?? "GET",
      headers,
      body: asking.body === undefined ? null : JSON.stringify(asking.body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch (error) {
    throw new Unreachable(String(error));
  }
  const date = Date.parse(response.headers.get("Date") ?? "");
  // The header gives whole seconds.
  if (date) heardTime(date / 1000 + 0.5);
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as Answer;
  throw new Refused(problemOf(response.status, answer));
}

/** A random key for one request. It need not be secret unless the answer is. */
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function problemOf(status: number, answer: unknown): ProblemDetails {
  const found = answer as Partial<ProblemDetails> | null;
  return {
    status,
    code: found?.code ?? `status_${status}`,
    detail: found?.detail ?? `The server answered with status ${status}.`,
  };
}

function queried(query: Asking["query"]): string {
  const search = new URLSearchParams();
  for (const [name, given] of Object.entries(query ?? {})) {
    for (const value of [given].flat()) {
      if (value !== null && value !== undefined) search.append(name, String(value));
    }
  }
  const text = search.toString();
  return text && `?${text}`;
}
