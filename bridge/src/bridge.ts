import { Buttons } from "./duties/buttons.ts";
import { Counting } from "./duties/counting.ts";
import { Displays } from "./duties/displays.ts";
import { Hearing } from "./duties/hearing.ts";
import { Leases } from "./duties/leases.ts";
import { Pairing } from "./duties/pairing.ts";
import { Presence } from "./duties/presence.ts";
import type { Logger } from "./log.ts";
import type { MqttLine } from "./mqtt.ts";
import type { ServerLink } from "./server-link.ts";
import { type Temple, Temples } from "./temple.ts";
import { Voice } from "./voice.ts";

export interface BridgeOptions {
  readonly mqtt: MqttLine;
  readonly link: ServerLink;
  readonly log: Logger;
  /** ms without a message after which a temple counts as gone; left out: as N-7 says. */
  readonly silence?: number;
  /** ms until a server that could not serve a temple is asked again. */
  readonly retry?: number;
  /** ms between two renewals of what this bridge serves; left out: as S-1 says. */
  readonly renew?: number;
}

/** ms */
const RETRY = 3_000;

/** The duties between a broker and a server, tied together. */
export class Bridge {
  readonly #options: BridgeOptions;
  readonly #temples = new Temples();
  readonly #voice: Voice;
  readonly #displays: Displays;
  readonly #pairing: Pairing;
  readonly #counting: Counting;
  readonly #presence: Presence;
  readonly #hearing: Hearing;
  readonly #leases: Leases;
  #retrying: NodeJS.Timeout | undefined;

  constructor(options: BridgeOptions) {
    const { mqtt, link, log, silence, renew } = options;
    this.#options = options;
    this.#voice = new Voice(mqtt);
    this.#displays = new Displays(mqtt, link, this.#temples);
    this.#pairing = new Pairing(link, this.#temples, this.#displays, log);
    this.#counting = new Counting(link, this.#voice, this.#displays, log);
    const listener = {
      known: (temple: Temple) => this.#welcome(temple),
      gone: (temple: Temple) => this.#pairing.drop(temple),
    };
    this.#presence = new Presence(link, this.#temples, this.#voice, log, listener, silence);
    this.#leases = new Leases(link, this.#temples, this.#presence, log, renew);
    const buttons = new Buttons(link, this.#voice, this.#displays, this.#pairing);
    this.#hearing = new Hearing(
      mqtt,
      this.#temples,
      this.#presence,
      this.#counting,
      buttons,
      this.#voice,
      log,
    );
  }

  start(): void {
    const { mqtt, link } = this.#options;
    this.#displays.start();
    this.#pairing.start();
    this.#hearing.start();
    this.#leases.start();
    link.onChange((isUp) => {
      for (const temple of this.#temples.online()) {
        if (isUp) this.#announce(temple);
        else this.#lostServer(temple);
      }
    });
    mqtt.onConnected(() => this.#displays.refreshAll());
    this.#retrying = setInterval(() => this.#askAgain(), this.#options.retry ?? RETRY);
  }

  stop(): void {
    clearInterval(this.#retrying);
    this.#leases.stop();
    this.#presence.stop();
    this.#pairing.stop();
    this.#displays.stop();
  }

  /** A server that comes back may not know the code any more. */
  #lostServer(temple: Temple): void {
    this.#pairing.drop(temple);
    this.#displays.refresh(temple);
  }

  /** What a server could not do for a moment is asked for again (J-1). */
  #askAgain(): void {
    if (!this.#options.link.isUp) return;
    for (const temple of this.#temples.online().filter(({ owed }) => owed)) this.#announce(temple);
  }

  #announce(temple: Temple): void {
    temple.owed = false;
    temple.enqueue(() => this.#presence.announce(temple));
  }

  async #welcome(temple: Temple): Promise<void> {
    await this.#counting.resume(temple);
    await this.#pairing.offer(temple);
  }
}
