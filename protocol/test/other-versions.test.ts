/** Clients read what servers of other versions send (docs/compatibility.md): state, listings, challenges, details, entries. */
import { schema } from "@colyseus/schema";
import { type Game, type GameTypes, games } from "@flower-war/rules";
import { describe, expect, test } from "vitest";
import { ChallengeState, readChallenge } from "../src/bot-state.ts";
import {
  EVENT_CODES,
  ListingState,
  LobbyState,
  parseEntry,
  readDetails,
  readTablePage,
} from "../src/index.ts";
import { NO_DETAILS } from "../src/match-details.ts";
import { optionFields, readSyncedOptions } from "../src/games/options.ts";
import { playedStates } from "./support/played-states.ts";
import { type Sync, SYNC } from "./support/sync.ts";
import { pathsOf, plain, valueAt, without, withMore, withValue } from "./support/told.ts";

const NAMES = Object.keys(SYNC) as (keyof typeof games)[];
const read = (sync: Sync, state: unknown, seat: string | null) => sync.read(state as never, seat);

describe.each(NAMES)("the state of %s", (name) => {
  const sync = SYNC[name];
  const states = playedStates(name);
  const [seat = ""] = (games[name] as Game<GameTypes>).seatsFor(games[name].seats.min);

  test("reads without any one field as with the field's default", () => {
    const fresh = plain(sync.newState());
    for (const state of states) {
      for (const path of pathsOf(state)) {
        const isInMap = path.slice(0, -1).some((_, i) => valueAt(state, path.slice(0, i + 1)) instanceof Map);
        const less = read(sync, without(state, path), seat);
        // A map's values are not in a fresh state: they have what is 0, `""` or false.
        const standard = isInMap ? zeroOf(valueAt(state, path)) : valueAt(fresh, path);
        expect(less, path.join(".")).toStrictEqual(read(sync, withValue(state, path, standard), seat));
      }
    }
  });

  test("reads with fields that this version does not know as without them", () => {
    for (const state of states) {
      expect(read(sync, withMore(state), seat)).toStrictEqual(read(sync, state, seat));
    }
  });

  test("reads with words that this version does not know, where words are", () => {
    for (const state of states) {
      for (const path of pathsOf(state).filter((each) => typeof valueAt(state, each) === "string")) {
        read(sync, withValue(state, path, "unheard-of"), seat);
      }
    }
  });

  test("reads with a status that this version does not know as that of a match that goes on", () => {
    expect(read(sync, withValue(states[0], ["status"], "paused"), seat)).not.toBeNull();
  });
});

function zeroOf(value: unknown): unknown {
  if (typeof value === "string") return "";
  if (typeof value === "boolean") return false;
  return typeof value === "number" ? 0 : [];
}

test("an option that a server does not know reads as matches were played before it existed", () => {
  const ranges = {
    trades: { values: [true, false], default: false, before: true },
    rackSize: { values: [4, 300], default: 4 },
  } as const;
  type Ruled = { readonly trades: boolean; readonly rackSize: 4 | 300 };
  expect(readSyncedOptions<Ruled>(ranges, { rackSize: 300 })).toEqual({ trades: true, rackSize: 300 });
  const Table = schema(optionFields<Ruled>(ranges), "OptionsOfTest");
  expect(plain(new Table())).toEqual({ trades: true, rackSize: 4 });
});

describe("the lobby", () => {
  const state = new LobbyState();
  state.matches.set("m1", new ListingState());
  const shown = plain(state);

  test.each(pathsOf(shown).map((path) => [path.join("."), path] as const))("reads without %s", (_, path) => {
    const { tables, ...counts } = readTablePage(without(shown, path) as never);
    const { tables: all, ...rest } = readTablePage(shown as never);
    // A server without pages lists all.
    expect(counts).toEqual(path.join() === "total" ? { ...rest, total: all.length } : rest);
    expect(tables).toStrictEqual(path.join() === "matches" ? [] : all);
  });

  test("reads with fields that this version does not know", () => {
    expect(readTablePage(withMore(shown) as never)).toStrictEqual(readTablePage(shown as never));
  });
});

test("a challenge reads without any one field as with its default", () => {
  const challenge = plain(new ChallengeState());
  for (const path of pathsOf(challenge)) {
    expect(readChallenge(without(challenge, path) as never)).toStrictEqual(readChallenge(challenge as never));
  }
});

describe("details", () => {
  test("have fields of later versions besides their own", () => {
    expect(readDetails('{"unheardOf":{"of":"anything"},"silent":true}')).toMatchObject({
      ...NO_DETAILS,
      silent: true,
    });
  });
});

describe.each(Object.entries(EVENT_CODES))("an entry of %s", (game, { fields }) => {
  test("leaves events out that this version does not know", () => {
    const unknown = [[Object.keys(fields).length, "\u0001"], { type: "unheard-of" }, "unheard-of", null, []];
    expect(parseEntry(game, [1, "east", ...unknown]).events.map(({ type }) => type)).toEqual(["unheard-of"]);
  });

  test("keeps the events that it knows, without their last fields, and with more", () => {
    for (const [number, [type, names]] of Object.entries(fields).entries()) {
      for (let count = 0; count <= names.length + 2; count++) {
        const packed = [number, ...names.map(() => 1), 1, 1].slice(0, count + 1);
        expect(parseEntry(game, [1, "east", packed]).events).toMatchObject([{ type }]);
      }
    }
  });
});
