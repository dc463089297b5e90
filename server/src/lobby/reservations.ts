import type { BotKind, SeatReservation } from "@flower-war/protocol";
import type { Admission } from "@flower-war/protocol/server";
import { sleep } from "@flower-war/protocol/ports";
import type { Locks } from "../cluster/locks.ts";
import type { MatchMaker } from "../cluster/match-maker.ts";
import { type MatchName, parseMatchName } from "../match/match-name.ts";
import type { ClientAuth, Receiver as ClientReceiver } from "../match/seats/client-auth.ts";
import type { Origin } from "../match/seats/person.ts";
import { type ClaimedSeat, isMute, muteHolder, type SeatClaim } from "../match/seats/seat-claim.ts";
import type { Tokens } from "../match/seats/tokens.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { newId, type Random } from "../random.ts";
import { RefusalError, type Result, refuse, valueOf } from "../refusal.ts";
import type { MatchPlan } from "../storage/journal/facts.ts";
import type { ServerTime } from "../time.ts";
import type { CallRoom, ListedMatch, MatchRooms } from "./match-rooms.ts";
import type { NearTables } from "./near-tables.ts";
import type { OpenTables } from "./open-tables.ts";
import type { Seeker } from "./table-index.ts";
import { reserve } from "./reserve.ts";
import type { ViewerPace } from "./viewer-pace.ts";

/** The host's choices for a new match, with complete options. */
export type MatchSettings = Omit<MatchPlan, "match" | "code" | "invitation" | "host" | "previous"> & {
  /** Of each seat after the creator's; `null`: it is open. */
  readonly bots: readonly (BotKind | null)[];
  readonly admission: Admission;
};

/** The sender of a request for a reservation. */
export interface Asker extends Origin, Receiver {
  /** Whether the player is a bot account. */
  readonly isBot: boolean;
  /** They come with a personal token that may not talk. */
  readonly withoutChat?: true;
}

/** Where a reservation goes, and what its client understands. */
interface Receiver extends ClientReceiver {
  /** The number of the protocol that the client speaks; missing: it makes no difference here. */
  readonly protocol?: number;
}

interface ReservationsPorts {
  readonly rooms: MatchRooms;
  readonly openTables: Pick<OpenTables, "findLatest" | "noteLatest">;
  readonly nearTables: Pick<NearTables, "choose">;
  readonly matchMaker: MatchMaker;
  readonly tokens: Tokens;
  readonly locks: Locks;
  readonly random: Random;
  readonly viewerPace: ViewerPace;
  readonly time: Pick<ServerTime, "steady">;
  readonly quotas: Pick<Quotas, "require">;
  /** `isFinisher`: whether an account may sit down where only finishers may. */
  readonly histories: { isFinisher(player: string): Promise<boolean> };
  /** `listApart`: returns the ids of the players whom Play now does not lead to a player. */
  readonly mutes: { listApart(player: string): Promise<ReadonlySet<string>> };
}

/** Issues the reservations with which clients join matches; there is no other way in. */
export class Reservations {
  readonly #ports: ReservationsPorts;

  constructor(ports: ReservationsPorts) {
    this.#ports = ports;
  }

  /**
   * Creates a match; its creator takes the first seat.
   * @param name the creator's
   * @throws `RefusalError` with `too-many-withheld`, or as `MatchRooms.create`
   */
  async create(
    { bots, admission, ...settings }: MatchSettings,
    name: string,
    by: Asker,
  ): Promise<SeatReservation> {
    await this.#ports.quotas.require("withhold-nonce", by);
    const gathered = { creator: by.player, holder: this.#holderOf(by, null), bots, admission };
    const { room, claim } = await this.#ports.rooms.create({ ...settings, host: name }, gathered);
    return this.#reserveSeat(room, claim, by);
  }

  /**
   * Takes an open seat in a match.
   * @param by what the client names the match by
   * @param preferred a seat; `null`: the first open one
   * @param renew the client's own holder id: a repeated request gets the same seat; `null`: it has none, and a repeated one takes another
   * @throws `RefusalError` with `unknown-seat`, `seat-taken`, `match-full`, `client-too-old`, `withheld`, `blocked`, `accounts-only`, `finishers-only`, `invitation-only`, `too-many-withheld`, `not-challenged`, `too-many-seats`, `bad-token` if that holder lost the seat, or as `MatchRooms.request`; `unknown-match`
   *   also if the match is private and the name does not let others in
   */
  async join(
    by: MatchName,
    name: string,
    preferred: string | null,
    renew: string | null,
    asker: Asker,
  ): Promise<SeatReservation> {
    const { player, isBot, isAccount, address, protocol } = asker;
    await this.#ports.quotas.require("withhold-nonce", { player, address });
    const holder = this.#holderOf(asker, renew);
    const person = { name, player, isBot, protocol, ...(isAccount && { isAccount }) };
    const { room, answer } = await this.#ports.rooms.request(
      by.idOrCode,
      (call) => call("takeSeat", person, holder, preferred, by, address),
      { isGuest: true },
    );
    return this.#reserveSeat(room, valueOf(answer), asker);
  }

  /**
   * Takes the seat that a token proves.
   * @param text an id, an invitation or a short code of the match. A code is compared with that of the token's match and never
   *   looked up: the holder of another match's token learns nothing
   * @throws `RefusalError` with `bad-token`, `expired-token`, `client-too-old`, or as `MatchRooms.find`
   */
  async resume(text: string, token: string, to: Receiver): Promise<SeatReservation> {
    return this.#reclaim(text, token, to, (call, claim) => call("verifyClaim", claim, to.protocol));
  }

  /**
   * Takes the seat that a token proves, with a new token; all earlier ones become invalid.
   * @param holder the client's own new holder id: a repeated request gets the same token
   * @throws `RefusalError` as `resume`
   */
  async renew(text: string, token: string, holder: string, to: Receiver): Promise<SeatReservation> {
    return this.#reclaim(text, token, to, (call, claim) =>
      call("renewSeat", claim, isMute(claim.holder) ? muteHolder(holder) : holder, to.protocol),
    );
  }

  /**
   * Takes over the seat that a token hands over.
   * @param renew the client's own holder id: a repeated request gets the same seat; `null`: it has none, and a repeated one is refused
   * @throws `RefusalError` with `bad-token`, `expired-token`, `client-too-old`, `withheld`, `blocked`, `accounts-only`, `finishers-only`, `bot-account`,
   *   `seated-already`, or as `MatchRooms.find`
   */
  async takeOver(
    text: string,
    token: string,
    name: string,
    renew: string | null,
    asker: Asker,
  ): Promise<SeatReservation> {
    const { player, isBot, isAccount, address, protocol } = asker;
    const claim = await this.claimOf(text, token);
    const holder = this.#holderOf(asker, renew);
    const person = { name, player, isBot, protocol, ...(isAccount && { isAccount }) };
    const { room, answer } = await this.#ports.rooms.request(claim.match, (call) =>
      call("takeOverSeat", person, claim, holder, address),
    );
    return this.#reserveSeat(room, valueOf(answer), asker);
  }

  /**
   * Takes a seat that a player has taken, on this or another device, with a new token; all earlier ones become invalid.
   * @param preferred a seat; `null`: the first that the player has
   * @param renew the client's own new holder id, as in `renew`; `null`: it has none, and a repeated request makes another one
   * @throws `RefusalError` with `bad-token` if the player has no such seat, or as `join`
   */
  async takeBack(
    by: MatchName,
    player: string,
    preferred: string | null,
    renew: string | null,
    to: Asker,
  ): Promise<SeatReservation> {
    const holder = this.#holderOf(to, renew);
    const { room, answer } = await this.#ports.rooms.request(by.idOrCode, (call) =>
      call("takeBackSeat", by, player, preferred, holder, to.protocol),
    );
    return this.#reserveSeat(room, valueOf(answer), to);
  }

  /**
   * Ends the tokens of a seat that a player has taken: they take it back by `takeBack`. Does nothing if they have no such seat any more.
   * @param match its id
   * @throws `RefusalError` with `unavailable` or `server-full`
   */
  async endTokens(match: string, player: string, seat: string): Promise<void> {
    try {
      const { answer } = await this.#ports.rooms.request(match, (call) =>
        call("takeBackSeat", parseMatchName(match), player, seat, newId(this.#ports.random)),
      );
      valueOf(answer);
    } catch (error) {
      const isOpen =
        error instanceof RefusalError && !["unavailable", "server-full"].includes(error.body.code);
      if (!isOpen) throw error;
    }
  }

  /**
   * Takes a seat in the rematch of a finished match; the first request creates it.
   * @param token of a seat in the finished match
   * @throws `RefusalError` with `bad-token`, `expired-token`, `client-too-old`, `match-not-over`, `match-full`, `match-begun`, or as `MatchRooms.find`
   */
  async rematch(text: string, token: string, to: Receiver): Promise<SeatReservation> {
    const claim = await this.claimOf(text, token);
    const ask = async (closed: string | null): Promise<SeatReservation> => {
      const wanted = await this.#ports.rooms.request(claim.match, (call) =>
        call("wantRematch", claim, closed),
      );
      const rematch = valueOf(wanted.answer);
      const { match } = rematch.plan;
      await this.#ports.rooms.createRematch(rematch);
      const { person, seat, holder } = rematch;
      try {
        const { room, answer } = await this.#ports.rooms.request(match, (call) =>
          call("rejoin", person, seat, holder, to.protocol),
        );
        return await this.#reserveSeat(room, valueOf(answer), to);
      } catch (error) {
        // The rematch was closed before it began, since all had left it.
        if (closed !== null || !isUnknown(error)) throw error;
        return ask(match);
      }
    };
    return ask(null);
  }

  /**
   * Reserves a spectator's place.
   * @throws `RefusalError` with `unknown-match` as `join`, `blocked`, `too-many-spectators`, `too-many-reservations`, or as
   *   `MatchRooms.request`
   */
  async spectate(
    named: MatchName,
    { player, isBot, isAccount, address, withoutChat }: Asker,
  ): Promise<SeatReservation> {
    const who = { player, ...(isBot && { isBot }), ...(isAccount && { isAccount }) };
    const { room, answer } = await this.#ports.rooms.request(
      named.idOrCode,
      (call) => call("invite", named, address, who),
      { isGuest: true },
    );
    const invitation = valueOf(answer);
    await this.#ports.viewerPace.takeTurn();
    const auth = { seat: null, ...who, address, ...(withoutChat && { withoutChat }) };
    return this.#reserve(room, auth, null, invitation);
  }

  async #reclaim(
    text: string,
    token: string,
    to: Receiver,
    claimSeat: (call: CallRoom, claim: SeatClaim) => Promise<Result<ClaimedSeat>>,
  ): Promise<SeatReservation> {
    const claim = await this.claimOf(text, token);
    const { room, answer } = await this.#ports.rooms.request(claim.match, (call) => claimSeat(call, claim));
    return this.#reserveSeat(room, valueOf(answer), to);
  }

  /**
   * Returns the claim of a token of the match that is named so.
   * @throws `RefusalError` with `bad-token`, `expired-token`, or as `MatchRooms.find`; `unknown-match` if the name is another's code
   */
  async claimOf(text: string, token: string): Promise<SeatClaim> {
    const claim = this.#ports.tokens.verify(token);
    const { idOrCode, isCode } = parseMatchName(text);
    if (idOrCode === claim.match) return claim;
    if (!isCode) {
      await this.#ports.rooms.find(idOrCode);
      throw refuse("bad-token");
    }
    const { metadata } = await this.#ports.rooms.find(claim.match);
    if (idOrCode !== metadata?.code) throw refuse("unknown-match");
    return claim;
  }

  /**
   * Takes a seat in a public match of a game where people wait, or one of a bot there, or creates a match. Of requests that find
   * none one at a time creates a match: players who ask at once meet each other. An account waits a moment for people of its rating. None meets a
   * player whom they block, or by whom they are blocked.
   * @param settings of the match that is created. `preset`: that of the matches to find; `null`: any
   * @param name the player's
   * @param requireCreation throws `RefusalError` if the client may create no match now
   * @param gone is aborted when the client has gone: then it rejects with `unavailable` instead of waiting on
   */
  async quickPlay(
    { preset, ...settings }: MatchSettings & { readonly preset: string | null },
    name: string,
    requireCreation: () => Promise<void>,
    by: Asker,
    gone: AbortSignal,
  ): Promise<SeatReservation> {
    await this.#ports.quotas.require("withhold-nonce", by);
    const { game } = settings;
    const { openTables, nearTables, locks, time } = this.#ports;
    const seeker = await this.#seekerOf(by);
    const since = time.steady.monotonic();
    // Each is asked once, so that an unanswered request does not hold the lock.
    const tried = new Set<string>();
    const join = (match: string) => {
      tried.add(match);
      return this.#joinOpen(match, name, by, seeker.apart);
    };
    /** Returns a number of ms if the tables that wait are too far for now. */
    const joinAny = async (waited: number): Promise<SeatReservation | number | null> => {
      const choice = await nearTables.choose({ game, preset }, tried, {
        ...seeker,
        player: by.player,
        waited,
      });
      return typeof choice === "string" ? ((await join(choice)) ?? joinAny(waited)) : choice;
    };
    const joinOrCreate = async (): Promise<SeatReservation | number> => {
      // The lock is held only as long as it must be: no ratings are read.
      const found = await joinAny(Number.POSITIVE_INFINITY);
      if (found !== null) return found;
      // Another process may have created one a moment ago.
      const latest = await openTables.findLatest({ game, preset });
      const joinedLatest = latest === null || tried.has(latest) ? null : await join(latest);
      if (joinedLatest) return joinedLatest;
      await requireCreation();
      const created = await this.create(settings, name, by);
      await openTables.noteLatest({ game, preset }, created.match);
      return created;
    };
    for (;;) {
      const found =
        (await joinAny(time.steady.monotonic() - since)) ??
        (await locks.run(`quick-play:${game}:${preset ?? ""}`, joinOrCreate));
      if (typeof found !== "number") return found;
      await sleep(time.steady, found, gone);
      // No seat is taken for a client that has gone.
      if (gone.aborted) throw refuse("unavailable");
    }
  }

  /** What cannot be read of an account now keeps it from the tables that ask for it. @throws as `Mutes.listApart` */
  async #seekerOf({ player, isAccount = false }: Asker): Promise<Seeker> {
    const { histories, mutes } = this.#ports;
    const [isFinisher, apart] = await Promise.all([
      player !== null && isAccount && histories.isFinisher(player).catch(() => false),
      player === null ? new Set<string>() : mutes.listApart(player),
    ]);
    return { isAccount, isFinisher, apart };
  }

  /** Takes a seat if the match has a room that gives one. */
  async #joinOpen(
    match: string,
    name: string,
    asker: Asker,
    apart: ReadonlySet<string>,
  ): Promise<SeatReservation | null> {
    const { player, isAccount, address } = asker;
    const holder = this.#holderOf(asker, null);
    const person = { name, player, ...(isAccount && { isAccount }), apart: [...apart] };
    const asked = await this.#ports.rooms.ask(match, (call) =>
      call("takeSeat", person, holder, null, null, address).catch(() => null),
    );
    // Another match would refuse them too.
    if (asked?.answer?.refusal?.code === "too-many-seats") valueOf(asked.answer);
    return asked?.answer?.value ? this.#reserveSeat(asked.room, asked.answer.value, asker) : null;
  }

  #reserveSeat(
    room: ListedMatch,
    claim: ClaimedSeat,
    { address, withoutLegal }: Receiver,
  ): Promise<SeatReservation> {
    const { seat, holder, invitation } = claim;
    const who = { seat, holder, address, ...(withoutLegal && { withoutLegal }) };
    return this.#reserve(room, who, this.#ports.tokens.sign(claim), invitation);
  }

  /** Returns the id with which a client will hold a seat. @param renew its own; `null`: it has none */
  #holderOf({ withoutChat }: Pick<Asker, "withoutChat">, renew: string | null): string {
    const holder = renew ?? newId(this.#ports.random);
    return withoutChat ? muteHolder(holder) : holder;
  }

  async #reserve(
    room: ListedMatch,
    who: DistributiveOmit<ClientAuth, "reserved">,
    token: string | null,
    invitation: string | null,
  ): Promise<SeatReservation> {
    if (!room.metadata) throw refuse("unknown-match");
    const { id, code, game, version, commitment } = room.metadata;
    const played = { game, ...(version !== undefined && { version }) };
    const reserved = { at: this.#ports.time.steady.now(), by: this.#ports.matchMaker.processId };
    const auth: ClientAuth = { ...who, reserved };
    const reservation = await reserve(this.#ports.matchMaker, room, auth);
    return { match: id, code, invitation, ...played, seat: auth.seat, token, commitment, reservation };
  }
}

type DistributiveOmit<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never;

function isUnknown(error: unknown): boolean {
  return error instanceof RefusalError && error.body.code === "unknown-match";
}
