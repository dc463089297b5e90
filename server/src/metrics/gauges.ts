import type { RegisteredHandler, Room } from "@colyseus/core";
import { isPlayer, type MatchState, type MatchStatus } from "@flower-war/protocol";
import { Gauge, Registry } from "prom-client";
import type { WebSocket } from "ws";

/** How a seat is taken; `away` is a person without a connection. */
type SeatKind = "connected" | "away" | "bot" | "open";

type AnyMatchRoom = Room<{ state: MatchState }>;

/** This server's present numbers, looked up at each scrape. */
export class Gauges {
  readonly registry = new Registry();
  readonly #matches = new Set<AnyMatchRoom>();
  #bridges = 0;

  constructor() {
    this.#addByLabel("flower_war_matches", "Matches, by status.", "status", () => this.#countMatches());
    this.#addByLabel("flower_war_seats", "Seats of matches that are not over.", "kind", () =>
      this.#countSeats(),
    );
    this.#add("flower_war_spectators", "Clients without a seat in matches.", () => this.#countSpectators());
    this.#add("flower_war_bridges", "Bridges connected here.", () => this.#bridges);
  }

  /** Follows the rooms of matches. */
  followMatches(handler: RegisteredHandler): void {
    handler.on("create", (room: AnyMatchRoom) => this.#matches.add(room));
    handler.on("dispose", (room: AnyMatchRoom) => this.#matches.delete(room));
  }

  /** Follows the clients of the room `temples`. */
  followBridges(handler: RegisteredHandler): void {
    handler.on("join", () => (this.#bridges += 1));
    handler.on("leave", () => (this.#bridges -= 1));
  }

  /** Follows how far the database's clock is ahead of this machine's. @param ahead returns ms */
  followClock(ahead: () => number): void {
    this.#add(
      "flower_war_clock_ahead_seconds",
      "By how much the database's clock is ahead of this machine's.",
      () => ahead() / 1000,
    );
  }

  /** Follows the backups that this server ships. @param read returns `BackupState` */
  followBackups(read: () => Readonly<Record<"age" | "interval" | "bytes" | "flawed", number>>): void {
    const add = (name: string, help: string, field: keyof ReturnType<typeof read>) =>
      this.#add(`flower_war_backup_${name}`, help, () => read()[field]);
    add("age_seconds", "Since the newest verified backup; NaN if this server ships none.", "age");
    add("interval_seconds", "From one backup to the next; NaN if there are none.", "interval");
    add("bytes", "Bytes of the newest backup in its store.", "bytes");
    add("flawed_matches", "Matches of the newest backup that cannot be read or played again.", "flawed");
  }

  /** Follows the certificate with which clients reach this server. @param read returns s */
  followCertificate(read: () => number): void {
    this.#add(
      "flower_war_certificate_left_seconds",
      "Until the certificate at PUBLIC_URL expires, 0 or less if none is valid; NaN if none is needed, or none is known.",
      read,
    );
  }

  /** Follows a transport's sockets, a set that the transport keeps up to date. */
  followSockets(sockets: ReadonlySet<WebSocket>): void {
    this.#add("flower_war_sockets", "Open WebSockets.", () => sockets.size);
    this.#add(
      "flower_war_socket_queued_bytes",
      "Bytes queued for sockets that have not taken them yet.",
      () => [...sockets].reduce((sum, { bufferedAmount }) => sum + bufferedAmount, 0),
    );
  }

  /** Follows the streams of clients that are connected here. */
  followStreams(streams: { readonly size: number }): void {
    this.#add("flower_war_streams", "Open streams over HTTP.", () => streams.size);
  }

  #add(name: string, help: string, read: () => number): void {
    const collect = function (this: Gauge) {
      this.set(read());
    };
    this.registry.registerMetric(new Gauge({ name, help, registers: [], collect }));
  }

  #addByLabel(name: string, help: string, label: string, read: () => Record<string, number>): void {
    const collect = function (this: Gauge) {
      for (const [value, count] of Object.entries(read())) this.set({ [label]: value }, count);
    };
    this.registry.registerMetric(new Gauge({ name, help, labelNames: [label], registers: [], collect }));
  }

  #countMatches(): Record<MatchStatus, number> {
    const count = { gathering: 0, playing: 0, over: 0 };
    for (const { state } of this.#matches) count[state.status] += 1;
    return count;
  }

  #countSeats(): Record<SeatKind, number> {
    const count = { connected: 0, away: 0, bot: 0, open: 0 };
    for (const { state } of this.#matches) {
      if (state.status === "over") continue;
      for (const { kind, connected } of state.seats.values()) {
        if (isPlayer(kind)) count[connected ? "connected" : "away"] += 1;
        else count[kind] += 1;
      }
    }
    return count;
  }

  #countSpectators(): number {
    const clients = [...this.#matches].flatMap((room) => [...room.clients]);
    return clients.filter(({ auth }) => auth?.seat === null).length;
  }
}
