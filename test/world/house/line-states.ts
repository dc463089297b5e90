import type { LineState, Network } from "../kernel/network.ts";

/** One change of a line in one direction. */
interface Change {
  readonly from: string;
  readonly to: string;
  readonly change: Partial<LineState>;
}

/** The changes of lines that faults make, several of which may last at one time. */
export class LineStates {
  readonly #network: Network;
  readonly #people: string[] = [];
  #changes: Change[] = [];

  constructor(network: Network) {
    this.#network = network;
  }

  /** Whether some line is not as usual. */
  get isChanged(): boolean {
    return this.#changes.length > 0;
  }

  /** Adds a person, whose lines to servers later faults change. */
  add(address: string): void {
    this.#people.push(address);
  }

  /** Changes the lines between a server and all people; `down`: only what the server sends. Returns what changes them back. */
  changeAll(server: string, change: Partial<LineState>, direction: "both" | "down"): () => void {
    const ends = this.#people.map((person) => this.change(server, person, change, direction));
    return () => ends.forEach((end) => end());
  }

  /** Changes one line. */
  change(from: string, to: string, change: Partial<LineState>, direction: "both" | "down"): () => void {
    const added: Change[] = [{ from, to, change }];
    if (direction === "both") added.push({ from: to, to: from, change });
    this.#changes.push(...added);
    const apply = () => {
      for (const each of added) this.#apply(each.from, each.to);
    };
    apply();
    return () => {
      this.#changes = this.#changes.filter((each) => !added.includes(each));
      apply();
    };
  }

  #apply(from: string, to: string): void {
    const changes = this.#changes
      .filter((each) => each.from === from && each.to === to)
      .map(({ change }) => change);
    this.#network.line(from, to).set(from, Object.assign({}, this.#network.usual, ...changes) as LineState);
  }
}
