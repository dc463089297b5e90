import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import {
  type Display,
  FILTERS,
  formatBridgeNotice,
  formatDisplay,
  type OnlineState,
  parseState,
  parseTopic,
} from "@flower-war/client-sdk/temple";
import { connectAsync, type MqttClient } from "mqtt";

/** The ESP32's core on this machine, told line by line what happens (bridge/firmware/esp32/host/main.cpp). */
export class DeskTemple {
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterator<string>;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(program: string, args: readonly string[]) {
    this.#child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
    if (!this.#child.stdout) throw new Error(`${program} cannot be started`);
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** Does it, and answers what it says: `ok`, `yes` or `no`. */
  do(line: string): Promise<string> {
    const answer = this.#turn.then(async () => {
      this.#child.stdin?.write(`${line}\n`);
      const { value, done } = await this.#answers.next();
      if (done) throw new Error(`it ended at "${line}"`);
      return value;
    });
    this.#turn = answer.catch(() => {});
    return answer;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.stdin?.end();
    await ended;
  }
}

/** A bridge played by hand, towards one temple. */
export class HandBridge {
  readonly #client: MqttClient;
  readonly #templeId: string;
  /** Online states that the temple told, and whatever else it said, as channel and fields. */
  readonly states: OnlineState[] = [];
  readonly said: { channel: string; fields: Record<string, unknown> }[] = [];

  static async open(url: string, templeId: string): Promise<HandBridge> {
    const bridge = new HandBridge(await connectAsync(url, { clientId: "bridge-1" }), templeId);
    await bridge.#client.subscribeAsync(FILTERS.allTemples, { qos: 1 });
    return bridge;
  }

  private constructor(client: MqttClient, templeId: string) {
    this.#client = client;
    this.#templeId = templeId;
    client.on("message", (name, payload) => {
      const topic = parseTopic(name);
      if (topic?.to !== "up" || payload.length === 0) return;
      this.said.push({ channel: topic.channel, fields: JSON.parse(payload.toString()) });
      const state = topic.channel === "state" ? parseState(payload).value : undefined;
      if (state?.online) this.states.push(state);
    });
  }

  async down(channel: string, payload: string, retain = false): Promise<void> {
    await this.#client.publishAsync(`templo/v1/${this.#templeId}/down/${channel}`, payload, {
      qos: 1,
      retain,
    });
  }

  show(display: Display): Promise<void> {
    return this.down("display", formatDisplay(display), true);
  }

  async notice(online: boolean): Promise<void> {
    const notice = formatBridgeNotice({ online, id: "bridge-1", start: "5be0c4d1" });
    await this.#client.publishAsync("templo/v1/_bridge/bridge-1", notice, { qos: 1, retain: true });
  }

  async close(): Promise<void> {
    await this.#client.endAsync(true);
  }
}
