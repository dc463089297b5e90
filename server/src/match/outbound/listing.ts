import { isDeepStrictEqual } from "node:util";
import type { Presence, Room } from "@colyseus/core";
import { type Listing, speedOf } from "@flower-war/protocol";
import { readListing } from "@flower-war/protocol/server";
import type { Logger } from "pino";
import type { Match } from "../match.ts";

/** The listing of a match room in the matchmaker, by which all processes find it. */
export type MatchMetadata = Listing & {
  readonly private: boolean;
  /** `MatchPlan.version`. */
  readonly version?: number;
  readonly commitment: string;
  /** Missing: no more people can join, or an older server has it. */
  readonly gathered?: Gathered;
  /** How many people and bot accounts have seats and are there. */
  readonly present: number;
  /** Whether the match has not begun, and was empty for a while or keeps its seats for those who played before. */
  readonly deserted: boolean;
  /** When something was stored of it last, ms since 1970, rounded down to `MOVED_STEP`. Missing: an older server has it. */
  readonly movedAt?: number;
};

/** What servers alone know of a table that people can join. */
export interface Gathered {
  /** The ids of the people who have seats. */
  readonly players: readonly string[];
  /** When bots take the open seats, ms since 1970; 0: never. */
  readonly startsAt: number;
}

/** ms by which `movedAt` is rounded: a listing is not published for each command. */
const MOVED_STEP = 300_000;

/** ms after which a match that is played is stuck: nothing was stored of it. */
const STUCK = 900_000;

/** Whether a match is played and stands still. One by days may. @param now ms since 1970 */
export function isStuck({ status, speed, movedAt }: MatchMetadata, now: number): boolean {
  return status === "playing" && speed !== "days" && now - (movedAt ?? now) >= STUCK + MOVED_STEP;
}

/** News of public matches, from match rooms to the lobbies of all processes. */
export type ListingNews =
  | {
      readonly listing: Listing;
      readonly gathered?: Gathered;
      readonly gone?: undefined;
      readonly resync?: undefined;
    }
  /** The id of a match that is over or closed. */
  | {
      readonly gone: string;
      readonly listing?: undefined;
      readonly gathered?: undefined;
      readonly resync?: undefined;
    }
  /** News were lost: lobbies read the matchmaker's listing again. */
  | {
      readonly resync: true;
      readonly listing?: undefined;
      readonly gathered?: undefined;
      readonly gone?: undefined;
    };

/** The presence topic of `ListingNews`. */
const TOPIC = "listings";

export function publishListing(presence: Presence, news: ListingNews): void {
  presence.publish(TOPIC, news);
}

export async function subscribeListings(
  presence: Presence,
  listener: (news: ListingNews) => void,
): Promise<void> {
  await presence.subscribe(TOPIC, listener);
}

/** Returns what the lobby may show of a match; `null`: nothing, it is private, deserted or over. */
export function listingOf(metadata: MatchMetadata): Listing | null {
  const { status, deserted } = metadata;
  return metadata.private || deserted || status === "over" ? null : readListing(metadata);
}

/** Returns the news of a match for the lobby; `null`: none, it is private. */
export function newsOf(metadata: MatchMetadata): ListingNews | null {
  if (metadata.private) return null;
  const listing = listingOf(metadata);
  const { gathered } = metadata;
  return listing ? { listing, ...(gathered && { gathered }) } : { gone: metadata.id };
}

/** Keeps a match's listing, at the matchmaker and in the lobbies, in step with the match. */
export class MatchListing {
  readonly #room: Room<{ metadata: MatchMetadata }>;
  readonly #match: Match;
  readonly #log: Logger;
  /** What the lobbies were told last; the room's opening tells the first. */
  #told: ListingNews | null;
  /** Whether a temple was bound when the match had begun; `null`: it has not. */
  #templeAtBegin: boolean | null = null;

  constructor(room: Room<{ metadata: MatchMetadata }>, match: Match, log: Logger) {
    this.#room = room;
    this.#match = match;
    this.#log = log;
    room.metadata = this.#describe();
    this.#told = newsOf(room.metadata);
  }

  /** Publishes the listing if anything of it changed. */
  update(): void {
    const described = this.#describe();
    if (isDeepStrictEqual(described, this.#room.metadata)) return;
    this.#room
      .setMetadata(described)
      .catch((err: unknown) => this.#log.warn({ err }, "match listing not updated"));
    const news = newsOf(described);
    if (news && !isDeepStrictEqual(news, this.#told)) publishListing(this.#room.presence, news);
    this.#told = news;
  }

  /** Publishes after an entry, which changes nothing but `movedAt`. */
  updateMoved(): void {
    if (movedAtOf(this.#match) !== this.#room.metadata.movedAt) this.update();
  }

  /** Describes the match; of one that is watched with a delay, once it has begun, what was known at its beginning, until it is told to be over. */
  #describe(): MatchMetadata {
    const match = this.#match;
    const { begun, plan } = match;
    const described = describe(match);
    if (plan.watchDelay === undefined || begun === null || match.isToldOver) return described;
    this.#templeAtBegin ??= described.temple;
    const { players } = begun;
    const people = players.flatMap(({ kind, bot, name }) => (kind === "human" && !bot ? [name] : []));
    return {
      ...described,
      status: "playing",
      people,
      bots: players.flatMap(({ bot, name }) => (bot ? [name] : [])),
      host: people.includes(plan.host) ? plan.host : (people[0] ?? plan.host),
      temple: this.#templeAtBegin,
    };
  }

  /** Removes the listing: the room is gone, and the match is not played elsewhere. */
  remove(): void {
    const { id, private: hidden } = this.#match.state;
    if (!hidden) publishListing(this.#room.presence, { gone: id });
  }
}

function movedAtOf({ log }: Match): number {
  return Math.floor(log.lastAt / MOVED_STEP) * MOVED_STEP;
}

function gatheredAt({ seats, details }: Match): Gathered {
  const players = seats.humans.flatMap((seat) => seats.personIn(seat).player ?? []);
  return { players, startsAt: details.startsAt };
}

function describe(match: Match): MatchMetadata {
  const { state, seats, plan, replaceable } = match;
  const { id, code, status, commitment } = state;
  const isInvitedOnly = match.policy.admission === "invited";
  return {
    id,
    code,
    game: plan.game,
    ...(plan.version !== undefined && { version: plan.version }),
    status,
    seats: seats.all.length,
    open: isInvitedOnly || match.isAssigned || seats.areSealsFixed ? 0 : seats.open.length,
    host: seats.host ?? plan.host,
    preset: match.preset,
    speed: speedOf(plan.clock),
    people: seats.humans.map((seat) => seats.nameOf(seat)),
    bots: seats.botAccounts.map((seat) => seats.nameOf(seat)),
    temple: seats.anyLocal,
    createdAt: match.created.at,
    silent: plan.silent,
    watchDelay: plan.watchDelay ?? 0,
    unwatched: plan.unwatched ?? false,
    language: plan.language ?? "",
    title: plan.title ?? "",
    takeBacks: plan.takeBacks ?? false,
    pauses: plan.pauses ?? 0,
    holidays: plan.holidays ?? 0,
    handOvers: plan.handOvers ?? "no",
    judges: plan.judges ?? false,
    private: plan.private,
    commitment,
    ...(match.freeSeats.length > 0 && { gathered: gatheredAt(match) }),
    present: seats.people.length - seats.away.length,
    deserted: match.isDeserted || match.isKept || match.isToldLater,
    replaceable: isInvitedOnly ? 0 : replaceable,
    admission: match.policy.admission,
    movedAt: movedAtOf(match),
  };
}
