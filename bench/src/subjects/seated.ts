import type { Reservation } from "@flower-war/client-sdk/protocol";
import { addressOf } from "@flower-war/loadtest/chair";
import {
  type Frame,
  formatRequest,
  JOINED,
  LEADS,
  parseFrame,
  type StateDecoder,
} from "@flower-war/loadtest/wire";
import { Line } from "../line.ts";

/** One of four at a Colyseus room. Only the first of them decodes the state: it is the bench that has to be fast. */
export class Seated {
  readonly #line: Line;
  #decoder: StateDecoder | null = null;
  #requests = 0;
  /** Bytes of handshake and first state. */
  first = 0;

  private constructor(line: Line) {
    this.#line = line;
  }

  /**
   * Takes a reserved place. Resolves when its first state is there.
   * @param told hears the kind of every frame from then on, and of answers all
   */
  static async sit(
    url: string,
    reservation: Reservation,
    decodes: boolean,
    told: (frame: Frame["kind"], read: () => Frame) => void,
  ): Promise<Seated> {
    const { promise: stated, resolve } = Promise.withResolvers<void>();
    let seated: Seated | null = null;
    const line = await Line.open(addressOf(url, reservation), (from, bytes) => {
      seated ??= new Seated(from);
      if (seated.#hear(bytes, decodes)) return resolve();
      const kind = LEADS[bytes[0] ?? 0] ?? "other";
      told(kind, () => parseFrame(bytes));
    });
    seated ??= new Seated(line);
    await stated;
    return seated;
  }

  get received(): number {
    return this.#line.received - this.first;
  }

  get state(): unknown {
    return this.#decoder?.state;
  }

  ask(type: string, payload: object): void {
    this.#line.send(formatRequest(++this.#requests, type, payload));
  }

  close(): void {
    this.#line.close();
  }

  /** Returns whether this was the first state. */
  #hear(bytes: Buffer, decodes: boolean): boolean {
    const kind = LEADS[bytes[0] ?? 0];
    if (kind === "joined") {
      if (decodes) this.#decoder = decoderOf(parseFrame(bytes));
      this.#line.send(JOINED);
    }
    if (decodes && (kind === "state" || kind === "patch")) this.#decoder?.decode(bytes, { offset: 1 });
    if (kind !== "state" || this.first > 0) return false;
    this.first = this.#line.received;
    return true;
  }
}

function decoderOf(frame: Frame): StateDecoder | null {
  return frame.kind === "joined" ? frame.decoder : null;
}
