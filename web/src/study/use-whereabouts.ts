import { Refusal, systemTime, type Time } from "@flower-war/client-sdk";
import type { StudyContent, StudyPosition } from "@flower-war/client-sdk/study";
import { useEffect, useState } from "react";
import { Store } from "../base/store.ts";
import { hasPosition } from "./line.ts";
import { mayChange, type StudyStore } from "./study-store.ts";

interface Options {
  readonly study: StudyStore;
  /** The number of the match's last position. */
  readonly last: number;
  /** The position of the link by which the viewer came: they begin there alone; `null`: with the others. */
  readonly first: StudyPosition | null;
}

/** Where the viewer is in a study. */
export interface Whereabouts {
  readonly at: StudyPosition;
  /** Whether the viewer sees what all see who follow. */
  readonly following: boolean;
  /**
   * What is not there, until the viewer steps: `linked-branch`: that of the link by which they came, `linked-position`: another position of that link,
   * `branch`: the one in which they were alone. `null`: nothing is missing.
   */
  readonly missing: "linked-branch" | "linked-position" | "branch" | null;
  /** Why the others could not be moved the last time; `null`: nothing was refused. */
  readonly error: unknown;
  /** Goes somewhere: with all others if the viewer follows and may move them, else alone. */
  readonly go: (to: StudyPosition) => void;
  /** Goes on alone, from where all are. */
  readonly part: () => void;
  /** Comes back to where the others are. */
  readonly follow: () => void;
  /** Brings all others to where the viewer is, and follows. */
  readonly bring: () => void;
}

const BEGINNING: StudyPosition = { line: "", n: 0 };

/** ms between two positions that are sent: 171 a minute, where a player has 240 acts in all. */
const PACE = 350;

/** A position, then where its branch began, and so on to the match: if a branch is removed, the first of them that is left is shown. */
type Trail = readonly [StudyPosition, ...StudyPosition[]];

interface State {
  /** Where the viewer is alone; `null`: with the others. */
  readonly alone: Trail | null;
  /** Where the viewer brings all, until the study has it. */
  readonly sent: Trail | null;
  readonly lost: "linked-branch" | "linked-position" | null;
  readonly error: unknown;
}

/** Whether two positions are the same. */
export const isAt = (one: StudyPosition, other: StudyPosition): boolean =>
  one.line === other.line && one.n === other.n;

/** A viewer's way through a study, with all others or alone. Own steps are seen at once; of those in quick succession only the last is sent. */
export class Walk {
  readonly state: Store<State>;
  readonly #study: StudyStore;
  readonly #last: number;
  readonly #time: Pick<Time, "monotonic" | "after">;
  /** What is sent next; `null`: nothing. */
  #next: Trail | null = null;
  #isSending = false;
  /** When something may be sent again, on the monotonic clock. */
  #free = -Infinity;

  constructor({ study, last, first }: Options, time: Pick<Time, "monotonic" | "after">) {
    this.#study = study;
    this.#last = last;
    this.#time = time;
    const { position, branches } = study.content;
    const isLost = first !== null && !this.#has(first);
    const lacksBranch = first !== null && first.line !== "" && branches.every(({ id }) => id !== first.line);
    this.state = new Store<State>({
      alone: first === null || isLost || isAt(first, position) ? null : trailOf(first, branches),
      sent: null,
      lost: isLost ? (lacksBranch ? "linked-branch" : "linked-position") : null,
      error: null,
    });
  }

  /** Returns where the viewer is now. */
  get where(): Whereabouts {
    const { alone, sent, lost, error } = this.state.get();
    const { position } = this.#study.content;
    const at = [...(alone ?? []), ...(sent ?? []), position].find((each) => this.#has(each)) ?? BEGINNING;
    const part = (to: StudyPosition) => {
      this.stop();
      this.#set({ alone: this.#trail(to), sent: null, lost: null });
    };
    const bring = (to: StudyPosition) => {
      this.#set({ alone: null, lost: null });
      if (!isAt(to, position) || sent !== null) void this.#send(this.#trail(to));
    };
    return {
      at,
      following: alone === null,
      missing: lost ?? (alone !== null && !this.#has(alone[0]) ? "branch" : null),
      error,
      go: (to) => (alone === null && mayChange(this.#study) ? bring(to) : part(to)),
      part: () => part(at),
      follow: () => this.#set({ alone: null, lost: null, error: null }),
      bring: () => bring(at),
    };
  }

  /** Sends nothing more of what the viewer did until now. */
  stop(): void {
    this.#next = null;
  }

  async #send(to: Trail): Promise<void> {
    this.#next = to;
    this.#set({ sent: to });
    if (this.#isSending) return;
    this.#isSending = true;
    this.#set({ error: null });
    let last = to;
    try {
      for (;;) {
        await this.#wait();
        if (this.#next === null) break;
        last = this.#next;
        this.#next = null;
        await this.#goTo(last);
      }
    } catch (reason) {
      // The viewer goes on alone from there.
      this.#set({ alone: this.state.get().alone ?? this.#next ?? last, error: reason });
      this.#next = null;
    } finally {
      this.#isSending = false;
      this.#set({ sent: null });
    }
  }

  /** Waits until something may be sent, if there is something to send. */
  async #wait(): Promise<void> {
    const ms = this.#free - this.#time.monotonic();
    if (this.#next !== null && ms > 0)
      await new Promise<void>((resolve) => void this.#time.after(ms, resolve));
  }

  /** Brings all somewhere. If that was too much at once, the last position is sent again as soon as the server allows it. */
  async #goTo(to: Trail): Promise<void> {
    this.#free = this.#time.monotonic() + PACE;
    try {
      await this.#study.goTo(to[0]);
      this.#set({ error: null });
    } catch (reason) {
      if (!(reason instanceof Refusal) || reason.code !== "too-many-changes") throw reason;
      this.#free = this.#time.monotonic() + Math.max(PACE, reason.wait ?? 0);
      if (this.state.get().alone !== null) return;
      this.#next ??= to;
      this.#set({ error: reason });
    }
  }

  #has(position: StudyPosition): boolean {
    return hasPosition(position, this.#study.content.branches, this.#last);
  }

  #trail(to: StudyPosition): Trail {
    return trailOf(to, this.#study.content.branches);
  }

  #set(change: Partial<State>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}

function trailOf(at: StudyPosition, branches: StudyContent["branches"]): Trail {
  const branch = branches.find(({ id }) => id === at.line);
  return branch === undefined ? [at] : [at, ...trailOf(branch.from, branches)];
}

/** Says where the viewer is in a study, who steps with all others or alone, and renders again when they step. */
export function useWhereabouts(options: Options): Whereabouts {
  const [walk] = useState(() => new Walk(options, systemTime));
  walk.state.use();
  useEffect(() => () => walk.stop(), [walk]);
  return walk.where;
}
