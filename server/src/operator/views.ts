import { LIMITS, ROOMS } from "@flower-war/protocol";
import type {
  OperatorListing,
  OperatorMatch,
  OperatorMatchPage,
  OperatorOverview,
} from "@flower-war/protocol/operator";
import type { OperatorSearch } from "@flower-war/protocol/schemas";
import { readListing } from "@flower-war/protocol/server";
import type { z } from "zod";
import type { MatchMaker } from "../cluster/match-maker.ts";
import type { ListedMatch, MatchRooms } from "../lobby/match-rooms.ts";
import { isStuck, type MatchMetadata } from "../match/outbound/listing.ts";
import type { MatchCalls } from "../match/room.ts";
import type { Temples } from "../match/temples/contract.ts";
import { readLoad } from "../metrics/page.ts";
import type { Sanctions } from "../moderation/sanctions.ts";
import type { ModerationStore } from "../moderation/store/moderation-store.ts";
import type { Time } from "../time.ts";

/** Matches on one page. */
const PAGE = 25;

export interface ViewsPorts {
  readonly matchMaker: MatchMaker;
  readonly matches: MatchRooms;
  readonly temples: Pick<Temples, "list">;
  readonly sanctions: Sanctions;
  readonly store: ModerationStore;
  readonly time: Time;
}

/** The operators' view of all servers. */
export class OperatorViews {
  readonly #ports: ViewsPorts;

  constructor(ports: ViewsPorts) {
    this.#ports = ports;
  }

  async overview(): Promise<OperatorOverview> {
    const { matchMaker, temples, sanctions } = this.#ports;
    const [rooms, servers, enrolled] = await Promise.all([
      this.#list(),
      matchMaker.processIds(),
      temples.list(),
    ]);
    const matches = { gathering: 0, playing: 0, over: 0 };
    let [people, present, bots] = [0, 0, 0];
    for (const { metadata } of rooms) {
      matches[metadata.status] += 1;
      people += metadata.people.length;
      present += metadata.present;
      bots += metadata.seats - metadata.open - metadata.people.length;
    }
    const newest = rooms
      .map(({ metadata }) => metadata)
      .toSorted((a, b) => b.createdAt - a.createdAt)
      .flatMap(({ id, code, people: names }) => names.map((name) => ({ name, match: id, code })));
    return {
      servers: servers.map((processId) => ({
        id: processId,
        matches: rooms.filter((room) => room.processId === processId).length,
        here: processId === matchMaker.processId,
      })),
      matches,
      people,
      present,
      bots,
      newest: newest.slice(0, LIMITS.newestPeople),
      here: await readLoad(),
      temples: enrolled.map(({ templeId, online, match, health }) => ({ templeId, online, match, health })),
      announcement: sanctions.announcement,
    };
  }

  /** Returns a page of the matches that have rooms: first those with reports, then the newest. */
  async listMatches({ search, show, page }: z.output<typeof OperatorSearch>): Promise<OperatorMatchPage> {
    const { store, time } = this.#ports;
    const [rooms, reports] = await Promise.all([this.#list(), store.countReports()]);
    const wanted = search.trim().toLowerCase();
    const found = rooms
      .map((room): OperatorListing => {
        const { metadata, processId } = room;
        return {
          ...readListing(metadata),
          private: metadata.private,
          server: processId,
          reports: reports.get(metadata.id) ?? 0,
          stuck: isStuck(metadata, time.now()),
        };
      })
      .filter((match) => show === "all" || (show === "stuck" ? match.stuck : match.reports > 0))
      .filter(({ code, id, host, people, title }) =>
        [code, id, host, title, ...people].some((text) => text.toLowerCase().includes(wanted)),
      )
      .sort((a, b) => b.reports - a.reports || b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1));
    const pages = Math.max(1, Math.ceil(found.length / PAGE));
    const shown = Math.min(page, pages);
    const matches = found.slice((shown - 1) * PAGE, shown * PAGE);
    return { matches, total: found.length, page: shown, pages };
  }

  /** Returns a match with its seats. @throws `RefusalError` as `MatchRooms.find` */
  async match(idOrCode: string): Promise<OperatorMatch> {
    const { roomId } = await this.#ports.matches.find(idOrCode);
    return this.#ports.matchMaker.room<MatchCalls>(roomId)("describe");
  }

  async #list(): Promise<(ListedMatch & { readonly metadata: MatchMetadata })[]> {
    const rooms = await this.#ports.matchMaker.listRooms<MatchMetadata>({ name: ROOMS.match });
    return rooms.flatMap((room) => (room.metadata ? [{ ...room, metadata: room.metadata }] : []));
  }
}
