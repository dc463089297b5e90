/** Servers of other versions never break a client (docs/compatibility.md). */
import { PROTOCOL_VERSION, REFUSAL_CODES, SUPPORTED_PROTOCOLS } from "@flower-war/protocol";
import { type Game, type GameTypes, games } from "@flower-war/rules";
import { afterEach, describe, expect, it, vi } from "vitest";
import { playedStates } from "../../protocol/test/support/played-states.ts";
import {
  type Path,
  pathsOf,
  valueAt,
  without,
  withMore,
  withValue,
} from "../../protocol/test/support/told.ts";
import type { AnyMatch, Drop } from "../src/index.ts";
import { fakeHost, RECONNECT_DELAY } from "./support/fake-host.ts";
import { fakeState, RESERVED_SEAT } from "./support/fake-match.ts";
import { RESERVATION } from "./support/fake-rooms.ts";

const NAMES = Object.keys(games) as (keyof typeof games)[];

/** Joins a match of a game, whose state the test sends. */
async function join(game: keyof typeof games, state: unknown) {
  const [seat = ""] = (games[game] as Game<GameTypes>).seatsFor(games[game].seats.min);
  const commitment = valueAt(state, ["commitment"]);
  const { host, rooms, time } = fakeHost(() => ({ body: { ...RESERVED_SEAT, game, seat, commitment } }));
  rooms.onConnect = (room) => room.patch(state);
  const match = await host.join("m1");
  return { match, rooms, time };
}

/** Whether a field may change as it likes: a commitment never may (docs/fair-dice.md), and these two are JSON. */
const isFree = (path: Path) => !["commitment", "details", "clockRules"].includes(path.join("."));

/** Reads all that a match shows. */
function readAll(match: AnyMatch) {
  return {
    status: match.status,
    seats: match.seats,
    isHost: match.isHost,
    startsAt: match.startsAt,
    clock: match.clock,
    view: match.view,
    hand: match.hand,
    awaiting: match.awaiting,
    outcome: match.outcome,
    offer: match.offer,
    claimsAt: match.claimsAt,
    rematch: match.wantedRematch,
    legal: match.legal(),
  };
}

const BEYOND = "unknown what is awaited or legal: the server may be newer than this version of the SDK";

const errors = vi.spyOn(console, "error").mockImplementation(() => {});

function expectNoErrors(): void {
  expect(errors.mock.calls.filter(([text]) => text !== BEYOND)).toEqual([]);
}

afterEach(() => errors.mockClear());

describe.each(NAMES)("a match of %s", (game) => {
  const states = playedStates(game).filter((_, i, all) => i % Math.ceil(all.length / 4) === 0);

  it("is shown though the server knows one field less, whichever it is", async () => {
    const { match, rooms } = await join(game, states[0]);
    for (const state of states) {
      for (const path of pathsOf(state).filter(isFree)) {
        rooms.last.patch(without(state, path));
        expect(() => readAll(match), path.join(".")).not.toThrow();
      }
    }
    expect(match.connection).toBe("connected");
    expectNoErrors();
  });

  it("is shown as ever if the server has more fields", async () => {
    const { match, rooms } = await join(game, states[0]);
    for (const state of states) {
      rooms.last.patch(state);
      const shown = readAll(match);
      rooms.last.patch(withMore(state));
      expect(readAll(match)).toStrictEqual(shown);
    }
  });

  it("is shown though a word is new, wherever it stands", async () => {
    const { match, rooms } = await join(game, states[0]);
    for (const state of states) {
      for (const path of pathsOf(state)
        .filter(isFree)
        .filter((each) => typeof valueAt(state, each) === "string")) {
        rooms.last.patch(withValue(state, path, "unheard-of"));
        expect(() => readAll(match), path.join(".")).not.toThrow();
      }
    }
    expect(match.connection).toBe("connected");
    expectNoErrors();
  });

  it("is offered no command that is younger than the server", async () => {
    const { match, rooms } = await join(game, states[0]);
    const types = new Set<string>();
    for (const state of states) {
      rooms.last.patch(state);
      for (const { type } of match.legal()) types.add(type);
    }
    const concedes = game === "flower-war" || game === "mexica";
    expect(types.has("concede")).toBe(concedes);
    expect(types.size).toBeGreaterThan(concedes ? 1 : 0);
  });

  it("says on the console if its rules cannot judge a view, and has no legal commands then", async () => {
    const { match, rooms } = await join(game, states[0]);
    for (const state of playedStates(game)) {
      rooms.last.patch(state);
      const [path = []] = pathsOf(state).filter((each) => /^(phase|decision)$/.test(each.at(-1) ?? ""));
      if (!match.awaiting.some(({ seat }) => seat === match.seat)) continue;
      rooms.last.patch(withValue(state, path, "unheard-of"));
      break;
    }
    expect(match.legal()).toEqual([]);
    expect(match.legal()).toEqual([]);
    expect(errors.mock.calls.map(([text]) => text)).toEqual([BEYOND]);
  });
});

describe("messages", () => {
  const PAYLOADS = [
    null,
    undefined,
    1,
    "unheard-of",
    [],
    {},
    [null],
    [1],
    [1, "east", null, [9_999], { type: 7 }],
    [[]],
  ];
  const TYPES = ["entry", "warning", "challenges", "announcement", "chat", "unheard-of"];

  it.each(TYPES)("of the type %s do nothing if their payload is not known", async (type) => {
    const { match, rooms } = await join("flower-war", fakeState());
    const heard = vi.fn<() => void>();
    match.on("event", heard);
    match.on("warning", heard);
    match.on("announcement", heard);
    for (const payload of PAYLOADS) rooms.last.message(type, payload);
    readAll(match);
    expect(heard).not.toHaveBeenCalled();
    expect(errors).not.toHaveBeenCalled();
  });

  it("say what they said before, if they have more fields", async () => {
    const { match, rooms } = await join("flower-war", fakeState());
    const warned = vi.fn<(warning: object) => void>();
    match.on("warning", warned);
    rooms.last.message("warning", { seat: "east", deadline: 5, turn: 1, unheardOf: 1 });
    expect(warned).toHaveBeenCalledExactlyOnceWith({ seat: "east", deadline: 5 });
  });
});

describe("the number of the protocol", () => {
  const TOO_OLD = { protocolVersion: SUPPORTED_PROTOCOLS.oldest - 1 };

  it("is named with each request for a reservation, and with no other", async () => {
    const { host, rooms, protocols } = fakeHost(({ url }) => ({
      body: url.endsWith("/lobby") ? { ...RESERVATION, name: "lobby" } : RESERVED_SEAT,
    }));
    rooms.onConnect = (room) => room.patch({ ...fakeState(), matches: new Map() });
    await host.create({ game: "flower-war" });
    await host.quickPlay({ game: "flower-war" });
    await host.join("m1");
    await host.join("m1", { token: "east-1" });
    await host.spectate("m1");
    await host.rematch("m1", "east-1");
    await host.lobby();
    await host.listTables();
    await host.findMatch("m1");
    expect(protocols).toEqual(
      [
        "matches",
        "quick-play",
        "matches/m1/seats",
        "matches/m1/seats",
        "matches/m1/seats",
        "matches/m1/rematch",
        "lobby",
      ].map((path) => [`/api/${path}`, PROTOCOL_VERSION]),
    );
  });

  it("is 0 of a server that names none: every server so far is understood", async () => {
    const { match } = await join("flower-war", fakeState());
    expect(match.connection).toBe("connected");
  });

  it("of a server that is no longer understood admits no client: server-too-old, with what is", async () => {
    const body = { ...RESERVED_SEAT, reservation: { ...RESERVATION, ...TOO_OLD } };
    const { host, rooms } = fakeHost(() => ({ body }));
    const supported = SUPPORTED_PROTOCOLS;
    await expect(host.join("m1")).rejects.toMatchObject({ code: "server-too-old", supported });
    expect(rooms.rooms).toEqual([]);
  });

  it("ends a match that goes on at a server that is no longer understood", async () => {
    const bodies = [RESERVED_SEAT, { ...RESERVED_SEAT, reservation: { ...RESERVATION, ...TOO_OLD } }];
    const { host, rooms, time } = fakeHost(() => ({ body: bodies.shift() }));
    rooms.onConnect = (room) => room.patch(fakeState());
    const match = await host.join("m1");
    const drops: Drop[] = [];
    match.on("dropped", (drop) => drops.push(drop));
    rooms.last.close(1006);
    await time.pass(RECONNECT_DELAY);
    expect(drops.at(-1)).toMatchObject({ gone: true, refusal: { code: "server-too-old" } });
    expect(match.connection).toBe("gone");
  });

  it("may be too old for the server: client-too-old, with what the server understands", async () => {
    const { message } = REFUSAL_CODES["client-too-old"];
    const supported = { oldest: 8, newest: 9 };
    const { host } = fakeHost(() => ({ status: 400, body: { code: "client-too-old", message, supported } }));
    await expect(host.join("m1")).rejects.toMatchObject({ code: "client-too-old", supported });
  });
});
