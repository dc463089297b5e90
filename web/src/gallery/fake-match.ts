import type {
  AnyMatch,
  Challenge,
  ChatLine,
  ConnectionStatus,
  GameName,
  MatchClock,
  MatchStatus,
  OpenOffer,
  SeatInfo,
  StartMode,
} from "@flower-war/client-sdk";
import { personOn } from "../session/person.ts";

/** What an exhibit says about its match; everything else is as in a quiet match of Flower War. */
interface Wanted {
  readonly game?: GameName;
  readonly status?: MatchStatus;
  readonly seats: readonly SeatInfo[];
  readonly seat?: string | null;
  readonly connection?: ConnectionStatus;
  readonly clock?: MatchClock | null;
  readonly private?: boolean;
  readonly codeShown?: boolean;
  readonly silent?: boolean;
  readonly policy?: Partial<AnyMatch["policy"]>;
  readonly chat?: readonly ChatLine[];
  readonly challenges?: readonly Challenge[];
  readonly start?: StartMode;
  readonly offer?: OpenOffer;
  readonly asks?: AnyMatch["asks"];
  /** The seats that want a rematch. */
  readonly rematch?: readonly string[];
  /** All others are away. */
  readonly claimable?: boolean;
  readonly paused?: { readonly since: number; readonly until: number };
  readonly offeredSeats?: readonly string[];
  readonly witness?: object;
  /** Seals by seat. */
  readonly seals?: { readonly [seat: string]: string };
  /** ms until bots take the open seats. */
  readonly startsIn?: number;
}

/** Returns a match that never changes, for the gallery. */
export function fakeMatch(wanted: Wanted): AnyMatch {
  const { game = "flower-war", status = "gathering", seats, seat = null } = wanted;
  const match = {
    id: "gallery00000",
    code: "A346",
    invitation: wanted.private === true ? `gallery00000-${"Ab3-".repeat(5)}Zz` : null,
    game,
    status,
    seats,
    seat,
    commitment: "9f3c21aa".repeat(8),
    token: seat === null ? null : "token",
    connection: wanted.connection ?? "connected",
    clock: wanted.clock ?? null,
    outcome: null,
    offer: wanted.offer ?? null,
    asks: wanted.asks ?? [],
    canAbort: false,
    claimsAt: wanted.claimable === true ? 0 : null,
    wantedRematch: wanted.rematch ? { match: "gallery00001", seats: wanted.rematch } : null,
    view: null,
    serverTime: 0,
    isHost: seats.find((person) => person.seat === seat)?.host ?? false,
    startsAt: wanted.startsIn ?? null,
    silent: wanted.silent ?? false,
    policy: { admission: "anyone", slow: 0, quiet: false, silenced: [], blocked: [], ...wanted.policy },
    chat: async () => wanted.chat ?? [],
    challenges: wanted.challenges ?? [],
    here: async () => {},
    offerSeat: async () => "token",
    details: {
      title: "",
      takeBack: null,
      pauses: 0,
      paused: wanted.paused ?? null,
      holidays: 0,
      onHoliday: null,
      daysTaken: null,
      handOvers: "no",
      judges: false,
      judge: null,
      offeredSeats: wanted.offeredSeats ?? [],
      start: wanted.start ?? "host",
      seals: wanted.seals ?? {},
      codeShown: wanted.codeShown ?? wanted.private !== true,
    },
    state: {
      private: wanted.private ?? false,
      clockRules: CLOCK_RULES,
      secret: "",
      seats: new Map(),
    },
    witness: async () => wanted.witness ?? { header: null },
    on: () => () => {},
    legal: () => [],
    leave: async () => {},
  };
  return match as unknown as AnyMatch;
}

const CLOCK_RULES = JSON.stringify({ turn: 120_000, reserve: 300_000 });

/** Returns a seat: open, a bot's, or a player's of this name. */
export function fakeSeat(seat: string, name: string | null, facts: Partial<SeatInfo> = {}): SeatInfo {
  const kind = name === null ? "open" : "human";
  return personOn(seat as SeatInfo["seat"], { kind, name: name ?? "", connected: name !== null, ...facts });
}

/** Six seats of which two are free. */
export const GATHERING: readonly SeatInfo[] = [
  fakeSeat("east", "Citlali", { host: true, ready: true }),
  fakeSeat("north", "Marisol", { temple: "sun-temple", templeOnline: true, ready: true }),
  fakeSeat("south", "Jun", { connected: false }),
  fakeSeat("topan", null),
  fakeSeat("mictlan", null),
  fakeSeat("west", "Yei Cuauhtli (skilled bot)", { kind: "bot", ready: true }),
];
