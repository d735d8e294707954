import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MemoryStorage } from "../fake-storage";

/** A fake server that knows some tokens and issues new ones. */
class Server {
  readonly known = new Set<string>();
  readonly asked: { path: string; token: string | null }[] = [];
  guests = 0;

  readonly fetch = async (path: string, init: RequestInit): Promise<Response> => {
    const token = (init.headers as Record<string, string>).Authorization?.replace("Bearer ", "") ?? null;
    this.asked.push({ path, token });
    if (path === "/api/players") return this.#answer(201, this.#guest());
    if (token !== null && !this.known.has(token)) {
      return this.#answer(401, { code: "unauthenticated", detail: "This token is not valid." });
    }
    if (path === "/api/banned") return this.#answer(403, { code: "banned", detail: "You are banned." });
    return this.#answer(200, { token });
  };

  #guest() {
    this.guests += 1;
    const token = `token ${this.guests}`;
    this.known.add(token);
    return { player: `p_${this.guests}`, name: `Guest ${this.guests}`, kind: "guest", token, recovery: "CODE" };
  }

  #answer(status: number, body: unknown): Response {
    return new Response(JSON.stringify(body), { status });
  }
}

let server: Server;
let storage: MemoryStorage;

/** A fresh module, as after opening the page. */
async function opened() {
  vi.resetModules();
  return import("../../src/server/identity");
}

beforeEach(() => {
  server = new Server();
  storage = new MemoryStorage();
  vi.stubGlobal("fetch", server.fetch);
  vi.stubGlobal("localStorage", storage);
});

afterEach(() => vi.unstubAllGlobals());

describe("a first visit", () => {
  it("sends requests without a token", async () => {
    const { identity, asMyself } = await opened();
    await asMyself("/api/tables");
    expect(identity.value).toBeNull();
    expect(server.asked).toEqual([{ path: "/api/tables", token: null }]);
  });

  it("creates one guest, however many requests there are at once", async () => {
    const { identity, asSomeone } = await opened();
    await Promise.all([asSomeone("/api/one"), asSomeone("/api/two")]);
    expect(server.guests).toBe(1);
    expect(identity.value?.name).toBe("Guest 1");
  });

  it("keeps the guest when the page is opened again", async () => {
    await (await opened()).someone();
    const { identity, someone } = await opened();
    expect(identity.value?.player).toBe("p_1");
    await someone();
    expect(server.guests).toBe(1);
  });
});

describe("a player the server no longer knows", () => {
  beforeEach(async () => {
    await (await opened()).someone();
    server.known.clear();
    server.asked.length = 0;
  });

  it("becomes a new guest, and the command is carried out", async () => {
    const { identity, asSomeone } = await opened();
    expect(await asSomeone("/api/act")).toEqual({ token: "token 2" });
    expect(identity.value?.player).toBe("p_2");
    expect((await opened()).identity.value?.player).toBe("p_2");
  });

  it("becomes nobody when only reading", async () => {
    const { identity, asMyself } = await opened();
    expect(await asMyself("/api/tables")).toEqual({ token: null });
    expect(identity.value).toBeNull();
    expect(server.guests).toBe(1);
  });

  it("continues as the player of another tab", async () => {
    const { identity, asSomeone } = await opened();
    const other = { ...identity.value, player: "p_other", token: "other" };
    server.known.add("other");
    storage.setItem("gemgrove.identity", JSON.stringify(other));
    expect(await asSomeone("/api/act")).toEqual({ token: "other" });
    expect(identity.value?.player).toBe("p_other");
  });
});

it("stays signed in when the server refuses for another reason", async () => {
  const { identity, asSomeone } = await opened();
  await expect(asSomeone("/api/banned")).rejects.toThrow("You are banned.");
  expect(identity.value?.player).toBe("p_1");
  expect(server.guests).toBe(1);
});
