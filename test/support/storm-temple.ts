import { setTimeout as sleep } from "node:timers/promises";
import { formatState } from "@flower-war/protocol/temple";
import { connectAsync } from "mqtt";
import { type PythonTemple, SLOTS, type TempleMake, type PythonTemples } from "./python-temples.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** The factor of the waits of temples: storms are short. */
const TEMPLE_PACE = 0.1;
/** ms between two steps of a temple, at most. */
const STEP = 500;
/** ms for which another device has a temple's login, at most. */
const TWIN = 1_000;
/** Beads of one slot without a verdict. */
const MAX_UNJUDGED = 20;

type Login = Pick<TempleMake, "temple" | "secret" | "port">;

/** One temple's storm: beads in lit and dark slots, the same bytes again, links cut, power cut, `seq` going back, another device with its login. */
export class TempleStorm {
  readonly temple: PythonTemple;
  readonly random: SeededRandom;
  /** Whether its lake mirrors the match's (J-11). */
  readonly mirrors: boolean;
  readonly #hasFlash: boolean;
  /** Its firmware goes back in `seq`. No beads are taken back there: the server knows such an act by its `seq`. */
  readonly #isFaulty: boolean;
  readonly #login: Login;
  readonly #twins: Promise<void>[] = [];
  readonly #steps: { readonly at: number; readonly what: string }[];

  constructor(
    process: PythonTemples,
    { mirror, ...login }: Login & Pick<TempleMake, "mirror">,
    random: SeededRandom,
  ) {
    const make = {
      flash: random.happens(0.7),
      mirror,
      qos: random.happens(0.8) ? 1 : 0,
      seed: random.below(2 ** 32),
    } as const;
    this.#login = login;
    this.mirrors = mirror;
    this.temple = process.make({ ...login, pace: TEMPLE_PACE, ...make });
    this.random = random;
    this.#hasFlash = make.flash;
    this.#isFaulty = random.happens(0.2);
    this.#steps = [{ at: performance.now(), what: JSON.stringify(make) }];
  }

  /** Notes what happened to it, for the report. */
  note(what: string): void {
    this.#steps.push({ at: performance.now(), what: `- ${what}` });
  }

  /** Describes what is wrong with the temple, and all that happened to it in ms since it was made. */
  describe(found: readonly string[]): string {
    const begun = this.#steps[0]?.at ?? 0;
    const all = [...this.#steps, ...this.temple.seen].toSorted((a, b) => a.at - b.at);
    const lines = all.map(({ at, what }) => `${Math.round(at - begun)} ${what}`);
    return [`${this.temple.id}:`, ...found, ...lines].join("\n  ");
  }

  /** Takes steps until the storm is over. */
  async rage(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      await sleep(this.random.below(STEP));
      this.#step(this.random.fraction());
    }
    await Promise.all(this.#twins);
  }

  /** @param kind from 0 to 1: which step */
  #step(kind: number): void {
    const { temple, random } = this;
    if (kind < 0.59) this.#drop();
    else if (kind < 0.6) this.#twins.push(this.#sendTwin());
    else if (kind < 0.75) this.#order("again", { ago: random.below(4), times: 1 + random.below(2) });
    else if (kind < 0.87) {
      const how = (["reset", "close", "hang"] as const)[random.below(3)];
      this.#order("cut", { how, seconds: random.fraction() * 1.5 });
    } else if (kind < 0.89) {
      const wipe = this.#hasFlash && random.happens(0.3);
      this.#order("reboot", { seconds: random.fraction() * 0.5, wipe });
    } else if (this.#isFaulty) this.#order("seq_back", { by: 1 + random.below(4) });
    else if (temple.display !== null) this.#order("take_back", { slot: this.#drawSlot() });
  }

  /** People seldom drop beads into a dark slot, unless the screen asks for some (J-11), and not many without a verdict (C-8). */
  #drop(): void {
    const { temple, random } = this;
    const slot = this.#drawSlot();
    const { open, fix } = temple.display ?? {};
    const isWanted = open?.[slot] === true || (fix?.[slot] ?? 0) > 0;
    if ((!isWanted && random.happens(0.85)) || temple.countUnjudged(slot) >= MAX_UNJUDGED) return;
    this.#order("drop", { slot, lost: random.happens(0.15) });
    if (random.happens(0.5)) this.#order("again", { ago: 0, times: 1 + random.below(2) });
  }

  /** Another device has its login for a moment, as a board that was set up by the same QR code (C-12). */
  async #sendTwin(): Promise<void> {
    const { temple, secret, port } = this.#login;
    const boot = this.random
      .below(2 ** 32)
      .toString(16)
      .padStart(8, "0");
    const pause = this.random.below(TWIN);
    this.note(`twin ${boot}`);
    const client = await connectAsync(
      `mqtt://127.0.0.1:${port}`,
      { clientId: temple, username: temple, password: secret, reconnectPeriod: 0 },
      false,
    ).catch(() => null);
    // The broker is away.
    if (client === null) return;
    const caps = ["display", "button", ...(this.mirrors ? ["mirror"] : [])];
    const about = { online: true, conn: 1, level: 2, fw: "twin", caps } as const;
    const counting = { boot, epoch: boot, seq: 0, count: { h: 0, t: 0 }, stamp: null, up: 1_000 };
    // The temple takes its login back before it is answered, or the broker is killed.
    client.on("error", () => {});
    client.publish(`templo/v1/${temple}/up/state`, formatState({ ...about, ...counting }), {
      qos: 1,
      retain: true,
    });
    await sleep(pause);
    client.end(true);
  }

  #drawSlot() {
    return SLOTS[this.random.below(2)] ?? "h";
  }

  #order(method: string, given: object): void {
    this.note(`${method} ${JSON.stringify(given)}`);
    this.temple.order(method, given);
  }
}
