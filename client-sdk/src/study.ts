/** Studies: finished matches that several people step through together, with comments, marks and branches (docs/studies.md). */
import { backoffDelay, randomHex, sleep } from "@flower-war/protocol/ports";
import {
  applyChange,
  type Study as Shown,
  STUDY_PATHS,
  type StudyAct,
  type StudyActed,
  type StudyContent,
  type StudyLine,
  type StudyList,
  type StudyPerson,
  type StudyPosition,
  type StudyRequest,
  type StudySummary,
} from "@flower-war/protocol/studies";
import { type Abortable, untilAborted } from "./abort.ts";
import type { FlowerWar } from "./host.ts";
import type { Identity } from "./identity.ts";
import { Listeners } from "./listeners.ts";
import { connectionRefusal, parseRefusalBody, Refusal } from "./refusal.ts";

export {
  applyChange,
  formatPosition,
  parsePosition,
  type StudyBranch,
  type StudyChange,
  type StudyComment,
  type StudyContent,
  type StudyMark,
  type StudyPosition,
} from "@flower-war/protocol/studies";

export { isStudyFile, readStudyFile, STUDY_LIMITS, type StudyFile, writeStudyFile } from "./study-file.ts";

const pathOf = (path: string, id: string) => path.replace(":id", encodeURIComponent(id));

/** ms without a byte after which a stream counts as lost: the server sends an empty line every 15 s. */
const SILENCE = 40_000;

/** The delays between requests for a lost stream, and between attempts of an act without an answer. */
const RETRY = { first: 250, most: 8_000 };

/** ms to wait for a stream's first line, which has the whole study. */
const FIRST_LINE = 10_000;

/** How often an act is sent while its outcome is unknown. */
const ATTEMPTS = 4;

/** Refusals after which an act is sent again: each addition has an id of its own, so it is added once. */
const PASSING: readonly string[] = ["unreachable", "timeout", "unavailable", "draining", "too-many-messages"];

/** Further temporary refusals of a new stream for a study that was live: followers leave, and a starting server may not know all paths. */
const PASSING_LATER: readonly string[] = [
  ...PASSING,
  "study-full",
  "internal",
  "not-found",
  "too-many-records",
];

/**
 * The studies of a server. Every method rejects with a `Refusal`.
 *
 * ```ts
 * const studies = new Studies(host);
 * const study = await studies.create({ match: match.id });
 * const replay = await readReplay(await study.record());
 * study.on("change", () => draw(replay.line(study.content.position.line, study.content.branches)));
 * await study.goTo({ line: "", n: 12 });
 * ```
 */
export class Studies {
  readonly #host: FlowerWar;

  constructor(host: FlowerWar) {
    this.#host = host;
  }

  /** Returns the stored player's studies, the last changed first. Refusals: `unauthorized` if no player is stored. */
  async list(options: Abortable = {}): Promise<readonly StudySummary[]> {
    const identity = await this.#host.identity();
    return (await identity.get<StudyList>(STUDY_PATHS.studies, options)).studies;
  }

  /**
   * Creates a study of a finished match and opens it. The stored player owns it; a guest is created if none is stored. A call repeated after a
   * lost answer may create a second study.
   * Refusals: `unknown-match`, `match-not-over`, `too-many-studies`, `too-many-records` with `wait`, and as `open`.
   */
  async create(request: StudyRequest, options: Abortable = {}): Promise<Study> {
    const identity = await untilAborted(this.#player(), options.signal);
    const { id } = await identity.sendAs(
      (http, as) => http.post<Shown>(STUDY_PATHS.studies, request, as),
      options,
    );
    return Study.open(identity, id, options.signal);
  }

  /**
   * Opens a study as the stored player; a guest is created if none is stored. Resolves when it is live.
   * Refusals: `unknown-study`, `study-full` if it has too many followers, `banned`.
   */
  async open(id: string, { signal }: Abortable = {}): Promise<Study> {
    return Study.open(await untilAborted(this.#player(), signal), id, signal);
  }

  /** Deletes a study of the stored player. Refusals: `unknown-study`, `not-study-owner`. */
  async delete(id: string, options: Abortable = {}): Promise<void> {
    const identity = await this.#host.identity();
    await identity.sendAs((http, as) => http.delete(pathOf(STUDY_PATHS.study, id), as), options);
  }

  async #player(): Promise<Identity> {
    const identity = await this.#host.identity();
    if ((await identity.stored()) === null) await identity.player();
    return identity;
  }
}

/** The events of `study.on`. */
interface StudyListeners {
  /** `content`, `people` or `connection` has changed. */
  change: () => void;
  /** The connection was lost. Unless it is `gone`, the SDK reconnects; `content` keeps its last value. */
  dropped: (drop: { readonly gone: boolean; readonly refusal?: Refusal }) => void;
  /** The study is live again. */
  resumed: () => void;
}

/** The state of a study's connection; `gone`: left, deleted or lost permanently. */
type StudyConnection = "connected" | "reconnecting" | "gone";

/**
 * A live study. Acts resolve when they are stored and visible in `content`; an act without an answer is sent again and takes effect once.
 * Refusals of all acts: `study-read-only` if only its owner may change it, `unknown-study` if it was deleted, `banned`,
 * `too-many-changes` with `wait`, `bad-request` with `field`.
 */
export class Study {
  readonly id: string;
  readonly #identity: Identity;
  readonly #listeners = new Listeners<StudyListeners>();
  readonly #left = new AbortController();
  #connection: StudyConnection = "reconnecting";
  #content: Shown | null = null;
  #people: readonly StudyPerson[] = [];
  /** Called when `content` or `connection` has changed. */
  readonly #waiting = new Set<() => void>();

  /** @internal */
  static async open(identity: Identity, id: string, signal?: AbortSignal): Promise<Study> {
    const study = new Study(identity, id);
    const abort = () => study.leave();
    signal?.addEventListener("abort", abort);
    try {
      await study.#connect();
    } catch (error) {
      throw signal?.aborted ? connectionRefusal("aborted", error) : error;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
    return study;
  }

  private constructor(identity: Identity, id: string) {
    this.#identity = identity;
    this.id = id;
  }

  /** The study's content: the same object until the next change. */
  get content(): StudyContent {
    if (this.#content === null) throw new Error("the study is not open");
    return this.#content;
  }

  /** The players who follow the study now. */
  get people(): readonly StudyPerson[] {
    return this.#people;
  }

  get connection(): StudyConnection {
    return this.#connection;
  }

  /** Adds a listener; returns the function that removes it. */
  on<Name extends keyof StudyListeners>(name: Name, listener: StudyListeners[Name]): () => void {
    return this.#listeners.on(name, listener);
  }

  /** Returns the match's record, for `readReplay`. */
  async record(options: Abortable = {}): Promise<string> {
    return this.#identity.sendAs(
      (http, as) => http.getText(pathOf(STUDY_PATHS.record, this.id), as),
      options,
    );
  }

  /** Moves all followers to a position. Refusals: `unknown-position`. */
  async goTo(position: StudyPosition): Promise<void> {
    await this.#act({ act: "go", position });
  }

  /**
   * Adds a comment of 1 to 500 characters to a position. Resolves with the comment's id.
   * Refusals: `unknown-position`, `study-full`, `text-missing`, `text-too-long`, `muted`, `missing-scope`.
   */
  async comment(at: StudyPosition, text: string): Promise<string> {
    const id = this.#newId();
    await this.#act({ act: "comment", id, at, text });
    return id;
  }

  /** Removes a comment of yours or, as the owner, any. Succeeds if it is gone already. Refusals: `not-study-owner`. */
  async removeComment(id: string): Promise<void> {
    await this.#act({ act: "remove", id });
  }

  /** Marks a place in a position: 1 to 40 letters, digits, spaces, `.`, `_`, `:`, `/`, `#` or `-`. Resolves with the mark's id. Refusals: as `comment`, except for its text. */
  async mark(at: StudyPosition, place: string): Promise<string> {
    const id = this.#newId();
    await this.#act({ act: "mark", id, at, place });
    return id;
  }

  /** Removes a mark, like `removeComment`. */
  async removeMark(id: string): Promise<void> {
    await this.#act({ act: "remove", id });
  }

  /**
   * Plays a command for an awaited seat, or concedes for any seat in play. At the end of a branch the command extends it; anywhere else it begins a new branch. Resolves with the
   * position after it, and moves no follower.
   * Refusals: `unknown-position`, `study-full`, `no-branches` for a host's own games, or a code of the game's rules.
   */
  async play(from: StudyPosition, seat: string, command: { readonly type: string }): Promise<StudyPosition> {
    const { position } = await this.#act({ act: "play", id: this.#newId(), from, seat, command });
    return position ?? from;
  }

  /** Removes a branch with its comments, marks and further branches, like `removeComment`. */
  async removeBranch(id: string): Promise<void> {
    await this.#act({ act: "remove", id });
  }

  /** Allows changes by all players who know the link, or only by the owner. Refusals: `not-study-owner`. */
  async setOpen(open: StudyContent["open"]): Promise<void> {
    await this.#act({ act: "open", open });
  }

  /** Stops following the study. */
  leave(): void {
    this.#left.abort();
    this.#setConnection("gone");
  }

  #newId(): string {
    return randomHex(this.#identity.settings.random, 12);
  }

  async #act(act: StudyAct): Promise<StudyActed> {
    const { time, random } = this.#identity.settings;
    for (let attempt = 1; ; attempt += 1) {
      if (this.#left.signal.aborted) throw connectionRefusal("closed");
      try {
        const acted = await this.#identity.sendAs(
          (http, as) => http.post<StudyActed>(pathOf(STUDY_PATHS.acts, this.id), act, as),
          {},
        );
        await this.#reach(acted.n);
        return acted;
      } catch (error) {
        const { code, wait = 0 } = error as Refusal;
        if (attempt === ATTEMPTS || !PASSING.includes(code)) throw error;
        await sleep(time, wait + backoffDelay(attempt, RETRY, random), this.#left.signal);
      }
    }
  }

  /** Waits until `content` has a change, unless the study is gone. */
  #reach(n: number): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.#connection !== "gone" && (this.#content?.n ?? n) < n) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Opens the stream, and then keeps one open. */
  async #connect(): Promise<void> {
    const lines = await this.#openStream();
    this.#setConnection("connected");
    void this.#keepOpen(lines);
  }

  /** Opens a stream. Resolves after its first line, which has the whole study. */
  async #openStream(): Promise<AsyncIterator<StudyLine>> {
    const { signal } = this.#left;
    const path = pathOf(STUDY_PATHS.stream, this.id);
    const { time } = this.#identity.settings;
    const late = new AbortController();
    const cancelLate = time.after(FIRST_LINE, () => late.abort(), { background: true });
    const both = AbortSignal.any([signal, late.signal]);
    try {
      const url = this.#identity.server + path;
      const response = await this.#identity.sendAs((_, { token }) => askForStream(url, token, both), {});
      const lines = readLines(response, time, both);
      const first = await lines.next();
      if (first.done === true) throw connectionRefusal("unreachable");
      this.#take(first.value);
      return lines;
    } catch (error) {
      throw late.signal.aborted ? connectionRefusal("timeout", error) : error;
    } finally {
      cancelLate();
    }
  }

  async #keepOpen(stream: AsyncIterator<StudyLine>): Promise<void> {
    const { time, random } = this.#identity.settings;
    const { signal } = this.#left;
    let lines: AsyncIterator<StudyLine> | null = stream;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      let wait = 0;
      try {
        lines ??= await this.#openStream();
        if (this.#connection === "reconnecting") {
          this.#setConnection("connected");
          this.#listeners.emit("resumed");
        }
        attempt = 0;
        await this.#readAll(lines);
      } catch (error) {
        if (!PASSING_LATER.includes((error as Refusal).code)) return this.#lose(error as Refusal);
        wait = (error as Refusal).wait ?? 0;
      }
      lines = null;
      if (signal.aborted) return;
      if (this.#connection === "connected") {
        this.#setConnection("reconnecting");
        this.#listeners.emit("dropped", { gone: false });
      }
      await sleep(time, wait + backoffDelay(attempt, RETRY, random), signal, { background: true });
    }
  }

  /** Handles all lines of a stream. Resolves when it ends and may be opened again; rejects with a `Refusal` if it may not. */
  async #readAll(lines: AsyncIterator<StudyLine>): Promise<void> {
    for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
      const line = next.value;
      if (line.type === "end" && !line.resume)
        throw new Refusal({
          code: line.code === "deleted" ? "unknown-study" : line.code,
          message: "the study was closed",
        });
      // A change was lost: another stream has all of it.
      if (line.type === "change" && line.n !== (this.#content?.n ?? 0) + 1) {
        await lines.return?.();
        return;
      }
      this.#take(line);
    }
  }

  #take(line: StudyLine): void {
    if (line.type === "study") [this.#content, this.#people] = [line.study, line.people];
    else if (line.type === "people") this.#people = line.people;
    else if (line.type === "change" && this.#content !== null)
      this.#content = { ...applyChange(this.#content, line.change), n: line.n };
    this.#tell();
  }

  #lose(refusal: Refusal): void {
    if (this.#connection === "gone") return;
    this.#left.abort();
    this.#setConnection("gone");
    this.#listeners.emit("dropped", { gone: true, refusal });
  }

  #setConnection(connection: StudyConnection): void {
    if (this.#connection === connection || this.#connection === "gone") return;
    this.#connection = connection;
    this.#tell();
  }

  #tell(): void {
    this.#listeners.emit("change");
    for (const look of this.#waiting) look();
  }
}

/** Requests a stream of JSON lines. Rejects with a `Refusal`. @param token of the stored player, or `null` */
async function askForStream(
  url: string,
  token: string | null | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const headers = { accept: "application/x-ndjson", ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { headers, signal }).catch((error: unknown) => {
    throw connectionRefusal("unreachable", error);
  });
  if (response.ok) return response;
  const refusal = parseRefusalBody(await response.json().catch(() => null));
  throw refusal === null ? connectionRefusal("unreachable") : new Refusal(refusal);
}

/** Reads the lines of a stream; one that falls silent ends. Errors of the connection reject with `unreachable`. */
async function* readLines(
  response: Response,
  time: Identity["settings"]["time"],
  signal: AbortSignal,
): AsyncGenerator<StudyLine, void> {
  const reader = response.body?.getReader();
  if (!reader) throw connectionRefusal("unreachable");
  const decoder = new TextDecoder();
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", cancel);
  let rest = "";
  try {
    for (;;) {
      const cancelSilence = time.after(SILENCE, cancel, { background: true });
      const { done, value } = await reader.read().finally(cancelSilence);
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line !== "") yield JSON.parse(line) as StudyLine;
    }
  } catch (error) {
    throw error instanceof Refusal ? error : connectionRefusal("unreachable", error);
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}
