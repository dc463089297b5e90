import type { Presence } from "@colyseus/core";
import type { Announcement } from "@flower-war/protocol";
import type { Sanction } from "@flower-war/protocol/operator";
import type { Ports } from "../ports.ts";
import { Queue } from "../queue.ts";
import { RefusalError, refusalBody } from "../refusal.ts";
import type { Cancel } from "../time.ts";
import { type AddressRange, parseAddresses } from "./addresses.ts";
import type { ModerationStore } from "./store/moderation-store.ts";

/** The presence topic on which servers tell each other that something was stored. */
const TOPIC = "moderation";

/** ms after which a server reads the sanctions in force again, in case it missed an announcement. */
const REFRESH_INTERVAL = 30_000;

/** ms after which it is read again if the store did not answer: what an operator decided holds soon. */
const RETRY = 1_000;

/** A player and an address that sanctions may apply to. */
export interface Subject {
  /** The player's id; `null`: they are not known here. */
  readonly player: string | null;
  /** Where they come from; `""`: unknown. */
  readonly address: string;
}

export interface SanctionsPorts extends Pick<Ports, "time" | "log"> {
  readonly store: ModerationStore;
  readonly presence: Presence;
}

/** Called when the sanctions in force have changed. */
export interface SanctionsListener {
  /** There are other bans than before. */
  bansChanged(): void;
  /** There is another announcement than before. @param announcement `null`: none any more */
  announced(announcement: Announcement | null): void;
}

interface Held {
  readonly sanction: Sanction;
  readonly range: AddressRange | null;
}

/** The bans, mutes and announcement in force on all servers. Kept in memory, so that asking costs no request. */
export class Sanctions {
  readonly #ports: SanctionsPorts;
  #held: readonly Held[] = [];
  #announcement: Announcement | null = null;
  #listener: SanctionsListener | null = null;
  #cancelRefresh: Cancel = () => {};
  #cancelRetry: Cancel = () => {};
  #isClosed = false;
  readonly #queue = new Queue();
  /** The reading that has not begun; `null`: none waits. */
  #next: Promise<void> | null = null;

  constructor(ports: SanctionsPorts) {
    this.#ports = ports;
  }

  /** Reads the sanctions in force, and follows those that other servers store. */
  async open(listener: SanctionsListener): Promise<void> {
    const { presence, time } = this.#ports;
    this.#listener = listener;
    await presence.subscribe(TOPIC, () => void this.#refresh());
    await this.#refresh();
    this.#cancelRefresh = time.every(REFRESH_INTERVAL, () => void this.#refresh(), { background: true });
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelRefresh();
    this.#cancelRetry();
  }

  /** Makes this server and all others apply the stored sanctions. Resolves when this one does. */
  async apply(): Promise<void> {
    await this.#refresh();
    this.#ports.presence.publish(TOPIC, {});
  }

  /** The announcement that is shown now; `null`: there is none. */
  get announcement(): Announcement | null {
    const { time } = this.#ports;
    return this.#announcement !== null && this.#announcement.until > time.now() ? this.#announcement : null;
  }

  /** Returns the ban of a player or address that lasts longest; `null`: none. */
  findBan(subject: Subject): Sanction | null {
    return this.#find("ban", subject);
  }

  /** Whether a player or address may not talk now. */
  isMuted(subject: Subject): boolean {
    return this.#find("mute", subject) !== null;
  }

  /** @throws `RefusalError` with `banned`, its `reason` and `until`, if a player or address may not play or watch here now */
  requireNotBanned(subject: Subject): void {
    const ban = this.findBan(subject);
    if (ban === null) return;
    const { reason, until } = ban;
    throw new RefusalError(refusalBody("banned", { reason, until }));
  }

  #find(kind: Sanction["kind"], { player, address }: Subject): Sanction | null {
    const now = this.#ports.time.now();
    const found = this.#held.filter(
      ({ sanction, range }) =>
        sanction.kind === kind &&
        sanction.until > now &&
        ((sanction.player !== null && sanction.player === player) || (range?.includes(address) ?? false)),
    );
    return found.map(({ sanction }) => sanction).toSorted((a, b) => b.until - a.until)[0] ?? null;
  }

  /** Reads the sanctions in force after this call began: one read at a time, or an older one could finish last. */
  #refresh(): Promise<void> {
    if (this.#next) return this.#next;
    let hasBegun = false;
    const reading = this.#queue.run(() => {
      hasBegun = true;
      this.#next = null;
      return this.#read();
    });
    if (!hasBegun) this.#next = reading;
    return reading;
  }

  /** While the store is away, the last read sanctions stay. */
  async #read(): Promise<void> {
    const { store, time, log } = this.#ports;
    const now = time.now();
    this.#cancelRetry();
    try {
      const [sanctions, announcement] = await Promise.all([
        store.listSanctions(now),
        store.currentAnnouncement(now),
      ]);
      this.#hold(sanctions);
      this.#show(announcement);
    } catch (err) {
      log.debug({ err }, "sanctions not read");
      if (!this.#isClosed) this.#cancelRetry = time.after(RETRY, () => void this.#refresh());
    }
  }

  #hold(sanctions: readonly Sanction[]): void {
    const known = new Set(this.#held.map(({ sanction }) => sanction.id));
    this.#held = sanctions.map((sanction) => ({
      sanction,
      range: sanction.addresses === null ? null : parseAddresses(sanction.addresses),
    }));
    if (sanctions.some(({ id, kind }) => kind === "ban" && !known.has(id))) this.#listener?.bansChanged();
  }

  #show(announcement: Announcement | null): void {
    if (announcement?.id === this.#announcement?.id) return;
    this.#announcement = announcement;
    this.#listener?.announced(announcement);
  }
}
