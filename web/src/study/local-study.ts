import { Refusal, systemTime } from "@flower-war/client-sdk";
import type { Replay } from "@flower-war/client-sdk/replay";
import {
  applyChange,
  STUDY_LIMITS,
  type StudyChange,
  type StudyContent,
  type StudyPosition,
} from "@flower-war/client-sdk/study";
import { Store } from "../base/store.ts";
import { proposedName } from "../session/memory.ts";
import type { StudyStore } from "./study-store.ts";

/** A finished match, as far as a study needs it. */
type Studied = Pick<Replay, "match" | "game" | "line">;

/** Returns a study of a match in which nothing is yet. @param owner whose it is */
export const emptyStudy = ({ match, game }: Studied, owner: StudyContent["owner"]): StudyContent => ({
  match,
  game,
  owner,
  open: "owner",
  position: { line: "", n: 0 },
  branches: [],
  comments: [],
  marks: [],
});

/** Returns who the viewer is in a study in the browser: their player or, without one, a person with the name that the page proposes. */
export const localPerson = (player: { readonly id: string; readonly name: string } | null) =>
  player === null
    ? { player: `local-${newId()}`, name: proposedName() }
    : { player: player.id, name: player.name };

/** What would be lost with a study: where it stands would not be missed. */
const keptOf = ({ branches, comments, marks }: StudyContent): string =>
  JSON.stringify([branches, comments, marks]);

/** A study in this browser alone, by the same rules and limits as on a server. */
export class LocalStudy implements StudyStore {
  readonly id: string = "";
  readonly connection: StudyStore["connection"] = "connected";
  readonly people: StudyStore["people"] = [];
  readonly viewer: string;
  readonly #replay: Studied;
  readonly #content: Store<StudyContent>;
  #kept: string;

  /** @param content as it was saved; it is its reader's own from now on */
  constructor(replay: Studied, content: StudyContent, owner: StudyContent["owner"]) {
    this.#replay = replay;
    this.viewer = owner.player;
    this.#content = new Store({ ...content, owner });
    this.#kept = keptOf(content);
  }

  get isUnsaved(): boolean {
    return keptOf(this.content) !== this.#kept;
  }

  /** A file has it now. */
  noteSaved(): void {
    this.#kept = keptOf(this.content);
  }

  get content(): StudyContent {
    return this.#content.get();
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#content.subscribe(listener);

  async goTo(position: StudyPosition): Promise<void> {
    this.#change({ position });
  }

  async comment(at: StudyPosition, text: string): Promise<void> {
    this.#requireRoom("comments");
    this.#change({ comment: { id: newId(), at, by: this.content.owner, text, time: systemTime.now() } });
  }

  async mark(at: StudyPosition, place: string): Promise<void> {
    this.#requireRoom("marks");
    this.#change({ mark: { id: newId(), at, by: this.content.owner, place } });
  }

  /**
   * Plays a command: at the end of a branch it goes on, elsewhere another one begins. Rejects with `unknown-position` if the rules refuse it,
   * and with `study-full`.
   */
  async play(from: StudyPosition, seat: string, command: { readonly type: string }): Promise<StudyPosition> {
    const { branches, owner } = this.content;
    const step = { id: newId(), seat, command };
    const grown = branches.find(({ id, steps }) => id === from.line && steps.length === from.n);
    const inAll = branches.reduce((sum, { steps }) => sum + steps.length, 0);
    if (inAll >= STUDY_LIMITS.stepsInAll) throw full("steps");
    if (grown === undefined) this.#requireRoom("branches");
    else if (grown.steps.length >= STUDY_LIMITS.steps) throw full("steps");
    const branch =
      grown === undefined
        ? { id: nextBranch(branches), from, seed: newSeed(), steps: [step], by: owner }
        : { ...grown, steps: [...grown.steps, step] };
    const { branches: after } = applyChange(this.content, { branch });
    // Throws if the rules refuse it.
    this.#replay.line(branch.id, after);
    this.#change({ branch });
    return { line: branch.id, n: branch.steps.length };
  }

  async remove(id: string): Promise<void> {
    const removed = [id, ...within(id, this.content)];
    const { branches, position } = this.content;
    let at = position;
    for (const branch of branches.toReversed())
      if (branch.id === at.line && removed.includes(branch.id)) at = branch.from;
    this.#change({ removed, position: at });
  }

  async setOpen(): Promise<void> {
    throw new Refusal({ code: "unknown-study", message: "the study is on no server" });
  }

  /** A file with more could not be opened again. */
  #requireRoom(field: "branches" | "comments" | "marks"): void {
    if (this.content[field].length >= STUDY_LIMITS[field]) throw full(field);
  }

  #change(change: StudyChange): void {
    this.#content.set(applyChange(this.content, change));
  }
}

const full = (field: string): Refusal =>
  new Refusal({ code: "study-full", message: `the study takes no more ${field}`, field });

const newId = (): string => crypto.randomUUID();

const newSeed = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const nextBranch = (branches: StudyContent["branches"]): string =>
  `b${Math.max(0, ...branches.map(({ id }) => Number(id.slice(1)))) + 1}`;

/** Returns what goes with a branch that is removed: all that is in it, branches of it included. */
function within(id: string, content: StudyContent): readonly string[] {
  const { branches, comments, marks } = content;
  const inside = [...comments, ...marks].filter(({ at }) => at.line === id).map((item) => item.id);
  const of = branches.filter(({ from }) => from.line === id);
  return [...inside, ...of.flatMap((branch) => [branch.id, ...within(branch.id, content)])];
}
