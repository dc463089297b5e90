import type { Cancel, Random, Time } from "@flower-war/protocol/ports";
import type { BrokerPort } from "./broker/broker-port.ts";
import { HomeAssistant, type HomeOptions } from "./home/home-assistant.ts";
import type { Logger } from "./log.ts";
import type { ServerPort } from "./server-port.ts";
import { ActHandler } from "./temples/act-handler.ts";
import { BeadCounter } from "./temples/bead-counter.ts";
import { DisplayPublisher } from "./temples/display-publisher.ts";
import { Health } from "./temples/health.ts";
import { LeaseRenewal } from "./temples/lease-renewal.ts";
import { MessageRouter } from "./temples/message-router.ts";
import { Mirror } from "./temples/mirror.ts";
import { Pairing } from "./temples/pairing.ts";
import { Presence } from "./temples/presence.ts";
import type { Temple } from "./temples/temple.ts";
import { TemplePublisher } from "./temples/temple-publisher.ts";
import { TempleRegistry } from "./temples/temple-registry.ts";

export interface BridgeOptions {
  readonly broker: BrokerPort;
  readonly server: ServerPort;
  readonly log: Logger;
  readonly time: Time;
  readonly random: Random;
  /** ms without a message after which a temple counts as offline. Default: as N-7 says. */
  readonly silence?: number;
  /** ms until a request that failed for now, or a question to a temple, is repeated. Default 3,000. */
  readonly retry?: number;
  /** How temples are shown in Home Assistant. Default: not at all. */
  readonly home?: HomeOptions | undefined;
  /** ms between two lease renewals. Default: as S-1 says. */
  readonly renew?: number;
}

/** Connects temples, reached through a broker, with the match server (docs/temple-protocol.md). */
export class Bridge {
  readonly #options: BridgeOptions;
  readonly #temples: TempleRegistry;
  readonly #publisher: TemplePublisher;
  readonly #displays: DisplayPublisher;
  readonly #mirror: Mirror;
  readonly #pairing: Pairing;
  readonly #beads: BeadCounter;
  readonly #health: Health;
  readonly #presence: Presence;
  readonly #leases: LeaseRenewal;
  readonly #router: MessageRouter;
  readonly #home: HomeAssistant | null;
  #cancelRetries: Cancel = () => {};

  constructor(options: BridgeOptions) {
    const { broker, server, log, time, random, silence, home, renew } = options;
    const temples = new TempleRegistry(time);
    const publisher = new TemplePublisher(broker, random);
    const displays = new DisplayPublisher(publisher, server, temples, time);
    const mirror = new Mirror(server, displays, log);
    const pairing = new Pairing(server, temples, displays, log, time);
    const beads = new BeadCounter(server, publisher, displays, log, time);
    const acts = new ActHandler(server, publisher, displays, pairing);
    const health = new Health(server);
    const listener = {
      onKnown: (temple: Temple) => this.#resume(temple),
      onOffline: (temple: Temple) => pairing.clear(temple),
    };
    const presence = new Presence({ server, temples, publisher, log, time, listener, silence });
    this.#options = options;
    this.#temples = temples;
    this.#publisher = publisher;
    this.#displays = displays;
    this.#mirror = mirror;
    this.#pairing = pairing;
    this.#beads = beads;
    this.#health = health;
    this.#presence = presence;
    this.#leases = new LeaseRenewal({ server, temples, presence, log, time, interval: renew });
    this.#router = new MessageRouter({
      broker,
      temples,
      presence,
      health,
      beads,
      mirror,
      acts,
      publisher,
      log,
      time,
    });
    this.#home = home ? new HomeAssistant({ server, temples, beads, publisher, time }, home) : null;
  }

  start(): void {
    const { broker, server, time, retry = 3_000 } = this.#options;
    const followTable = (temple: Temple) => this.#mirror.followLater(temple);
    this.#displays.start(followTable);
    this.#pairing.start(followTable);
    this.#router.start();
    this.#leases.start();
    server.on("update", ({ templeId }) => this.#requestUpdate(templeId));
    server.onChange((isUp) => {
      for (const temple of this.#temples.listOnline()) {
        if (isUp) this.#announce(temple);
        else this.#handleServerLost(temple);
      }
    });
    broker.onConnected(() => {
      this.#displays.refreshAll();
      this.#home?.handleConnected();
    });
    this.#home?.start();
    this.#cancelRetries = time.every(retry, () => this.#retry());
  }

  stop(): void {
    this.#cancelRetries();
    this.#home?.stop();
    this.#leases.stop();
    this.#presence.stop();
    this.#pairing.stop();
    this.#displays.stop();
  }

  /** Makes a temple look for a newer firmware, if this bridge serves it (S-1). */
  #requestUpdate(templeId: string): void {
    const temple = this.#temples.find(templeId);
    if (temple?.isOnline && !temple.servedElsewhere) this.#publisher.publishCommand(templeId, "update");
  }

  /** Takes the code off the display: a server that comes back may not know it any more. */
  #handleServerLost(temple: Temple): void {
    this.#pairing.clear(temple);
    this.#displays.refresh(temple);
  }

  /** Announces again the temples for which a request failed for now (J-1), and asks those again whose boot is in doubt (C-10). */
  #retry(): void {
    for (const temple of this.#temples.listOnline()) {
      this.#beads.askWhoIsAlive(temple);
      if (temple.needsAnnouncement && this.#options.server.isUp) this.#announce(temple);
    }
  }

  #announce(temple: Temple): void {
    temple.needsAnnouncement = false;
    temple.enqueue(() => this.#presence.announce(temple));
  }

  /** Catches up on what a temple missed before the server knew it: verdicts, then a code. The server learns of its health. */
  async #resume(temple: Temple): Promise<void> {
    void this.#health.tell(temple);
    await this.#beads.requestPending(temple);
    await this.#mirror.follow(temple);
    await this.#pairing.offerCode(temple);
  }
}
