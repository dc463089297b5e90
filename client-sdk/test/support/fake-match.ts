import type { SeatReservation, SyncedSeat } from "@flower-war/protocol";
import type { SyncedFlowerWar } from "@flower-war/protocol/flower-war";
import { defaultsOf } from "@flower-war/rules";
import { flowerWar, type Seat } from "@flower-war/rules/flower-war";
import { RESERVATION } from "./fake-rooms.ts";

/** East's reservation for the match `m1`. */
export const RESERVED_SEAT: SeatReservation = {
  match: "m1",
  code: "4F7K",
  invitation: null,
  game: "flower-war",
  seat: "east",
  token: "east-1",
  commitment: "c0".repeat(32),
  reservation: RESERVATION,
};

const seat = (name: string): SyncedSeat => ({
  kind: "human",
  name,
  nonce: name,
  connected: true,
  temple: "",
  templeOnline: false,
  fixH: 0,
  fixT: 0,
  ready: false,
  host: false,
  player: "",
  signed: 0,
});
const tribe = (space: number) => ({
  space,
  skulls: 0,
  war: 0,
  rain: 0,
  day: 0,
  copies: "",
  canoes: 0,
  out: 0,
});

/** Returns the synced state of a match of east and west that has just begun: east rolls. Change it, then `patch` it. */
export function fakeState(): SyncedFlowerWar {
  return {
    id: "m1",
    code: "4F7K",
    game: "flower-war",
    private: false,
    status: "playing",
    commitment: "c0".repeat(32),
    secret: "",
    n: 0,
    seats: new Map([
      ["east", seat("Citlali")],
      ["west", seat("Tlacaelel")],
    ]),
    clocks: new Map(),
    clockRules: "",
    givenBack: 0,
    details: "",
    hands: new Map<Seat, { cards: string[] | undefined }>([
      ["east", { cards: [] }],
      ["west", { cards: undefined }],
    ]),
    table: {
      ...defaultsOf(flowerWar),
      seats: ["east", "west"],
      tribes: new Map([
        ["east", tribe(20)],
        ["west", tribe(10)],
      ]),
      racks: Array(20).fill(13),
      discs: Array(20).fill(""),
      tops: Array(20).fill(""),
      lingers: Array(20).fill(""),
      heights: Array(20).fill(0),
      supply: 100,
      removed: 0,
      lake: new Map(),
      offerings: new Map(),
      decks: new Map([
        ["war", 40],
        ["rain", 40],
        ["day", 260],
      ]),
      turn: {
        number: 1,
        seat: "east",
        extra: false,
        again: false,
        die: 0,
        secondDie: 0,
        landings: 0,
        dayCards: 0,
        sacrificesToHuitzilopochtli: 0,
        sacrificesToTlaloc: 0,
        traded: false,
      },
      battle: {
        attacker: "",
        defender: "",
        attackerRoll: 0,
        defenderRoll: 0,
        attackerDie: 0,
        defenderDie: 0,
        attackerTotal: 0,
        defenderTotal: 0,
        stake: 0,
        played: [],
      },
      apocalypse: { state: "none", count: 0, keeper: "", turn: 0, discs: [], ruling: "" },
      awaiting: { seat: "east", decision: "roll", card: "" },
      outcome: { by: "", winner: "", places: new Map() },
    },
  };
}

/** Ends the match: west has conceded. */
export function end(state: SyncedFlowerWar): void {
  state.status = "over";
  state.n += 1;
  state.table.awaiting = { seat: "", decision: "", card: "" };
  state.table.outcome = {
    by: "last-tribe",
    winner: "east",
    places: new Map([
      ["east", 1],
      ["west", 2],
    ]),
  };
}
