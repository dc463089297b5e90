import { formatTopic, type Topic, type UpChannel } from "@flower-war/client-sdk/temple";
import { connectAsync, type MqttClient } from "mqtt";
import { Mqtt, type MqttLine } from "../../bridge/src/mqtt.ts";
import type { Dice } from "./random-run.ts";

/** What the bridge said to the temple. */
export interface Down {
  readonly channel: string;
  readonly payload: Buffer;
  readonly retained: boolean;
}

/** How bad the way between temple and bridge is, each a chance or a number. */
export interface Weather {
  readonly lost: number;
  readonly doubled: number;
  /** ms that a message may be late: later ones overtake it. */
  readonly late: number;
}

/** The way between one temple and its bridge. */
export interface Air {
  readonly line: MqttLine;
  /** The temple's link: what is said without one is lost. */
  setLink(up: boolean): Promise<void>;
  say(channel: UpChannel, payload: string): void;
  /** Whom to tell what reaches the temple. */
  onDown(listener: (down: Down) => void): void;
  /** What the broker kept, for a bridge that has just come. */
  remind(): void;
  /** How it is from now on; at first everything arrives at once. */
  setWeather(weather: Weather): void;
  close(): Promise<void>;
}

/** Throws every message of the temple to the weather: lost, up to five copies, late. */
function throwAbout(dice: Dice, weather: Weather, deliver: () => void): void {
  if (dice.chance(weather.lost)) return;
  const copies = dice.chance(weather.doubled) ? 2 + dice.below(4) : 1;
  for (let copy = 0; copy < copies; copy += 1) {
    const late = dice.below(weather.late + 1);
    if (late === 0) deliver();
    else setTimeout(deliver, late);
  }
}

/** Everything arrives at once. */
export const CALM: Weather = { lost: 0, doubled: 0, late: 0 };

/** A broker in memory, on whatever clock there is. */
export class FakeAir implements Air {
  readonly line: MqttLine;
  readonly #templeId: string;
  readonly #dice: Dice;
  #weather = CALM;
  #up = false;
  #connections = 0;
  #heard: Parameters<MqttLine["onHeard"]>[0] = () => {};
  #down: (down: Down) => void = () => {};
  #keptState: Buffer | null = null;
  #keptDisplay: Buffer | null = null;

  constructor(templeId: string, dice: Dice) {
    this.#templeId = templeId;
    this.#dice = dice;
    this.line = {
      onHeard: (listener) => {
        this.#heard = listener;
      },
      onConnected: () => {},
      publish: (topic: Topic, payload: string) => this.#tell(topic, Buffer.from(payload)),
    };
  }

  async setLink(up: boolean): Promise<void> {
    this.#up = up;
    this.#connections += 1;
    if (up && this.#keptDisplay)
      this.#down({ channel: "display", payload: this.#keptDisplay, retained: true });
  }

  say(channel: UpChannel, text: string): void {
    if (!this.#up) return;
    const payload = Buffer.from(text);
    const connection = this.#connections;
    throwAbout(this.#dice, this.#weather, () => {
      // What is under way when a link is cut is lost: a broker has nothing of an earlier connection.
      if (connection !== this.#connections) return;
      if (channel === "state") this.#keptState = payload;
      this.#heard({ templeId: this.#templeId, channel, payload, retained: false });
    });
  }

  onDown(listener: (down: Down) => void): void {
    this.#down = listener;
  }

  remind(): void {
    if (this.#keptState === null) return;
    this.#heard({ templeId: this.#templeId, channel: "state", payload: this.#keptState, retained: true });
  }

  setWeather(weather: Weather): void {
    this.#weather = weather;
  }

  async close(): Promise<void> {}

  #tell(topic: Topic, payload: Buffer): void {
    if (topic.to !== "down") return;
    if (topic.channel === "display") this.#keptDisplay = payload;
    if (this.#up && !this.#dice.chance(this.#weather.lost)) {
      this.#down({ channel: topic.channel, payload, retained: false });
    }
  }
}

/** A real broker, with the weather in front of it. */
export class BrokerAir implements Air {
  readonly line: Mqtt;
  readonly #templeId: string;
  readonly #secret: string;
  readonly #port: number;
  readonly #dice: Dice;
  #weather = CALM;
  #client: MqttClient | null = null;
  #down: (down: Down) => void = () => {};

  constructor(
    line: Mqtt,
    temple: { readonly id: string; readonly secret: string; readonly port: number },
    dice: Dice,
  ) {
    this.line = line;
    this.#templeId = temple.id;
    this.#secret = temple.secret;
    this.#port = temple.port;
    this.#dice = dice;
  }

  async setLink(up: boolean): Promise<void> {
    if (!up) {
      this.#client?.stream.destroy();
      await this.#client?.endAsync(true).catch(() => {});
      this.#client = null;
      return;
    }
    if (this.#client !== null) return;
    const client = await connectAsync(`mqtt://127.0.0.1:${this.#port}`, {
      clientId: this.#templeId,
      username: this.#templeId,
      password: this.#secret,
      reconnectPeriod: 0,
    });
    client.on("error", () => {});
    client.on("message", (name, payload, { retain }) => {
      this.#down({ channel: name.split("/").at(-1) ?? "", payload, retained: retain });
    });
    this.#client = client;
    await client.subscribeAsync(`templo/v1/${this.#templeId}/down/#`, { qos: 1 });
  }

  say(channel: UpChannel, payload: string): void {
    const name = formatTopic({ to: "up", templeId: this.#templeId, channel });
    const client = this.#client;
    throwAbout(this.#dice, this.#weather, () => {
      if (client?.connected) client.publish(name, payload, { qos: 1, retain: channel === "state" }, () => {});
    });
  }

  onDown(listener: (down: Down) => void): void {
    this.#down = listener;
  }

  remind(): void {}

  setWeather(weather: Weather): void {
    this.#weather = weather;
  }

  async close(): Promise<void> {
    await this.setLink(false);
  }
}
