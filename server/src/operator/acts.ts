import type { Presence } from "@colyseus/core";
import type { Announcement } from "@flower-war/protocol";
import type {
  AuditEntry,
  OperatorAct,
  OperatorSession,
  ReversedRatings,
  Sanction,
  SanctionRequest,
} from "@flower-war/protocol/operator";
import type { AnnounceRequest, SettleRequest } from "@flower-war/protocol/schemas";
import type { TournamentSummary } from "@flower-war/protocol/tournaments";
import type { z } from "zod";
import type { RatingReviews } from "../history/store/rating-reviews.ts";
import type { MatchMaker } from "../cluster/match-maker.ts";
import type { MatchRooms } from "../lobby/match-rooms.ts";
import type { MatchCalls } from "../match/room.ts";
import { parseAddresses } from "../moderation/addresses.ts";
import type { Sanctions } from "../moderation/sanctions.ts";
import type { ModerationStore } from "../moderation/store/moderation-store.ts";
import type { Ports } from "../ports.ts";
import { newId } from "../random.ts";
import { refuse, type Result, valueOf } from "../refusal.ts";
import { type Act, type By, entryOf } from "./entry.ts";

const DAY = 24 * 60 * 60 * 1000;

/** ms for which a sanction may last: 10 years. */
const LONGEST_SANCTION = 3653 * DAY;

/** ms for which an announcement may be shown. */
const LONGEST_ANNOUNCEMENT = 30 * DAY;

/** Attempts to reverse ratings while matches of these players are settled. */
const REVERSAL_ATTEMPTS = 5;

/** The presence topic on which a server is told to drain: its process id. */
const DRAIN_TOPIC = "drain";

export interface ActsPorts extends Ports {
  readonly store: ModerationStore;
  readonly reviews: RatingReviews;
  readonly sanctions: Sanctions;
  readonly matches: MatchRooms;
  readonly matchMaker: MatchMaker;
  readonly presence: Presence;
  readonly tournaments: {
    readonly list: () => Promise<{ readonly tournaments: readonly TournamentSummary[] }>;
    readonly require: (id: string) => Promise<void>;
    /** Ends a tournament, unless it is over. */
    readonly end: (id: string) => Promise<void>;
  };
  readonly studies: {
    readonly find: (id: string) => Promise<unknown>;
    /** Deletes a study, or with `item` one of its items. @param item its id */
    readonly delete: (id: string, item?: string) => Promise<void>;
  };
}

/**
 * What operators do. Nothing is done that is not in the audit log: what is stored is stored with its entry, everything else after it. Every
 * method rejects with `unavailable` while the store is away.
 */
export class OperatorActs {
  readonly #ports: ActsPorts;

  constructor(ports: ActsPorts) {
    this.#ports = ports;
  }

  /** Resolves when an operator has asked this server to drain. */
  async untilDrained(): Promise<void> {
    const { presence, matchMaker } = this.#ports;
    const asked = Promise.withResolvers<void>();
    await presence.subscribe(DRAIN_TOPIC, (id: unknown) => {
      if (id === matchMaker.processId) asked.resolve();
    });
    await asked.promise;
  }

  /** Notes that an operator signed in with the admin's password. */
  async signedIn(operator: OperatorSession): Promise<void> {
    await this.#ports.store.record(this.#entry({ operator, act: "sign-in", target: "", reason: "" }));
  }

  /** Closes a match for good. @throws `RefusalError` as `MatchRooms.find` */
  async closeMatch(idOrCode: string, by: By): Promise<void> {
    const { id, roomId } = await this.#find(idOrCode);
    await this.#do({ ...by, act: "close-match", target: id }, () =>
      this.#ports.matchMaker.room<MatchCalls>(roomId)("endByOperator", by.reason),
    );
  }

  /** Takes a seat from its player. @throws `RefusalError` with `unknown-seat`, or as `MatchRooms.find` */
  async removePlayer(idOrCode: string, seat: string, by: By): Promise<void> {
    const { id, roomId } = await this.#find(idOrCode);
    await this.#do({ ...by, act: "remove-player", target: `${id} ${seat}` }, () =>
      this.#ports.matchMaker.room<MatchCalls>(roomId)("removeByOperator", seat, by.reason),
    );
  }

  /** Ends a tournament: its places are those so far. @throws `RefusalError` with `unknown-tournament` */
  async endTournament(id: string, by: By): Promise<void> {
    const { tournaments } = this.#ports;
    await tournaments.require(id);
    await this.#do({ ...by, act: "end-tournament", target: id }, async () => {
      await tournaments.end(id);
      return { value: null };
    });
  }

  /**
   * Deletes a study.
   * @param item as in `ActsPorts`
   * @throws `RefusalError` with `unknown-study`
   */
  async deleteStudy(id: string, item: string | undefined, by: By): Promise<void> {
    const { studies } = this.#ports;
    await studies.find(id);
    const target = item === undefined ? id : `${id} ${item}`;
    await this.#do({ ...by, act: "delete-study", target }, async () => {
      await studies.delete(id, item);
      return { value: null };
    });
  }

  /**
   * Bans or mutes a player or addresses.
   * @throws `RefusalError` with `bad-addresses`, or `bad-request` with the field `until`
   */
  async sanction(
    { kind, player, addresses, until }: Omit<SanctionRequest, "reason">,
    { operator, reason }: By,
  ): Promise<Sanction> {
    const { store, sanctions, time, random } = this.#ports;
    const createdAt = time.now();
    requireDate(until, createdAt, LONGEST_SANCTION);
    const sanction: Sanction = {
      id: newId(random),
      kind,
      player: player ?? null,
      addresses: addresses === undefined ? null : parseAddresses(addresses).text,
      reason,
      operator: operator.name,
      createdAt,
      until,
    };
    const target = sanction.player ?? sanction.addresses ?? "";
    await store.addSanction(sanction, this.#entry({ operator, act: kind, target, reason, until }));
    await sanctions.apply();
    return sanction;
  }

  /** Ends a ban or mute. @throws `RefusalError` with `unknown-sanction` */
  async lift(id: string, by: By): Promise<void> {
    const { store, sanctions, time } = this.#ports;
    const sanction = (await store.listSanctions(time.now())).find((each) => each.id === id);
    const target = `${sanction?.kind}: ${sanction?.player ?? sanction?.addresses}`;
    const entry = this.#entry({ ...by, act: "lift", target });
    if (!sanction || !(await store.liftSanction(id, time.now(), entry))) throw refuse("unknown-sanction");
    await sanctions.apply();
  }

  /** Notes that a report needs no more attention. @throws `RefusalError` with `unknown-report` */
  async settle(id: string, by: By): Promise<void> {
    const { store, time } = this.#ports;
    const now = time.now();
    const entry = this.#entry({ ...by, act: "settle-report", target: id });
    const chosen = { reports: [id], targets: [], before: now };
    if (!(await store.settleReports(chosen, now, entry))) throw refuse("unknown-report");
  }

  /** The same for several, in one act. Returns how many these are. @throws `RefusalError` with `unknown-report`: none waits */
  async settleAll(
    { reports, targets, before }: Omit<z.output<typeof SettleRequest>, "reason">,
    by: By,
  ): Promise<number> {
    const { store, time } = this.#ports;
    const now = time.now();
    const chosen = { reports, targets, before: before ?? now };
    const count = await store.countChosen(chosen);
    const target = `${count}: ${[...targets, ...reports].join(" ")}`;
    const entry = this.#entry({ ...by, act: "settle-reports", target });
    if (!(await store.settleReports(chosen, now, entry))) throw refuse("unknown-report");
    return count;
  }

  /** Settles the flags of accounts. */
  async settleFlags(players: readonly string[], by: By): Promise<void> {
    const { store, reviews, time } = this.#ports;
    const entry = this.#entry({ ...by, act: "settle-flags", target: players.toSorted().join(" ") });
    await store.audit.append(entry, null, [reviews.settleFlags(players, time.now())]);
  }

  /**
   * Reverses the ratings of all matches in which these accounts alone were rated. Done again it changes nothing.
   * @throws `RefusalError` with `unavailable` while their matches are being settled
   */
  async reverseRatings(players: readonly string[], by: By): Promise<ReversedRatings> {
    const { store, reviews } = this.#ports;
    const entry = this.#entry({ ...by, act: "reverse-ratings", target: players.toSorted().join(" ") });
    for (let attempt = 0; attempt < REVERSAL_ATTEMPTS; attempt += 1) {
      const reversal = await reviews.readReversal(players, entry);
      if (reversal === null) return { matches: 0 };
      const [first, ...more] = reversal.statements;
      if (await store.audit.append(entry, first, more)) return { matches: reversal.matches };
    }
    throw refuse("unavailable");
  }

  /** Announces a text to all clients. @throws `RefusalError` with `bad-request` and the field `until` */
  async announce(
    { text, startsAt, until }: z.output<typeof AnnounceRequest>,
    operator: OperatorSession,
  ): Promise<Announcement> {
    const { store, sanctions, time, random } = this.#ports;
    const now = time.now();
    requireDate(until, now, LONGEST_ANNOUNCEMENT);
    const announcement: Announcement = { id: newId(random), text, startsAt, until };
    const entry = this.#entry({ operator, act: "announce", target: "everybody", reason: text, until });
    await store.addAnnouncement(announcement, now, entry);
    await sanctions.apply();
    return announcement;
  }

  async withdrawAnnouncement(operator: OperatorSession): Promise<void> {
    const { store, sanctions, time } = this.#ports;
    const act = { operator, act: "withdraw-announcement", target: "everybody", reason: "" } as const;
    await store.withdrawAnnouncements(time.now(), this.#entry(act));
    await sanctions.apply();
  }

  /** Asks a server to hand its matches over and to end. @throws `RefusalError` with `unknown-server` */
  async drain(processId: string, by: By): Promise<void> {
    const { matchMaker, presence, store } = this.#ports;
    if (!(await matchMaker.processIds()).includes(processId)) throw refuse("unknown-server");
    await store.record(this.#entry({ ...by, act: "drain-server", target: processId }));
    presence.publish(DRAIN_TOPIC, processId);
  }

  async #find(idOrCode: string): Promise<{ readonly id: string; readonly roomId: string }> {
    const { roomId, metadata } = await this.#ports.matches.find(idOrCode);
    if (!metadata) throw refuse("unknown-match");
    return { id: metadata.id, roomId };
  }

  /** Notes an act, then does it; and notes if that fails. */
  async #do(act: Act, run: () => Promise<Result<null>>): Promise<void> {
    const { store, log } = this.#ports;
    await store.record(this.#entry(act));
    try {
      valueOf(await run());
    } catch (error) {
      const failed: `${OperatorAct}-failed` = `${act.act}-failed`;
      await store
        .record({ ...this.#entry(act), act: failed })
        .catch((err: unknown) => log.warn({ err, act: failed }, "failed act not recorded"));
      throw error;
    }
  }

  #entry(act: Act): AuditEntry {
    return entryOf(act, this.#ports);
  }
}

/** @throws `RefusalError` with `bad-request` and the field `until` unless a date is in the next `longest` ms */
function requireDate(until: number, now: number, longest: number): void {
  if (until <= now || until > now + longest) throw refuse("bad-request", { field: "until" });
}
