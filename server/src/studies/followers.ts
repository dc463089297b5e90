import type { Presence } from "@colyseus/core";
import type { Study, StudyChange, StudyLine, StudyPerson } from "@flower-war/protocol/studies";
import type { Ports } from "../ports.ts";
import type { Cancel } from "../time.ts";
import { isSame } from "./stored-study.ts";

/** ms between two looks at all studies that are followed: what other servers did not tell, or could not, is seen then. */
const LOOK_INTERVAL = 3_000;

/** ms after which another server's followers count as gone of which it has not told again. */
const PEOPLE_KNOWN = 4 * LOOK_INTERVAL;

const TOPIC = "studies";

/** What servers tell each other. */
type News =
  | {
      readonly type: "changed";
      readonly from: string;
      readonly study: string;
      readonly n: number;
      readonly change: StudyChange | null;
    }
  /** Who follows a study there. `asks`: others shall tell theirs. */
  | {
      readonly type: "people";
      readonly from: string;
      readonly study: string;
      readonly people: readonly StudyPerson[];
      readonly asks: boolean;
    };

/** One who follows a study here. */
export interface Follower {
  /** `null`: they are no player. */
  readonly person: StudyPerson | null;
  readonly address: string;
  tell(line: StudyLine): void;
}

interface Followed {
  readonly followers: Set<Follower>;
  /** Those of other servers, by process. `at`: when it was told, by the monotonic clock. */
  readonly elsewhere: Map<string, { readonly people: readonly StudyPerson[]; readonly at: number }>;
  /** What was told last. */
  n: number;
  people: string;
}

interface FollowersPorts extends Pick<Ports, "time" | "log"> {
  readonly presence: Presence;
  readonly processId: string;
  readonly sanctions: {
    readonly findBan: (of: { readonly player: string | null; readonly address: string }) => unknown;
  };
  /** `findMissing`: finds those of players who were deleted. */
  readonly players: { readonly findMissing: (players: readonly string[]) => Promise<ReadonlySet<string>> };
}

/** Where studies are read, and what other servers tell of them is noted. */
interface Source {
  /** Notes what another server has changed. */
  heard(study: string, n: number, change: StudyChange | null): void;
  /** Reads studies of which there may be news, and tells of them. */
  look(studies: readonly string[]): Promise<void>;
}

/** Those who follow studies by streams of this server. They are told each change, also those of other servers. */
export class Followers {
  readonly #ports: FollowersPorts;
  readonly #source: Source;
  readonly #studies = new Map<string, Followed>();
  #cancel: Cancel | null = null;

  constructor(ports: FollowersPorts, source: Source) {
    this.#ports = ports;
    this.#source = source;
  }

  /** Starts to hear what other servers tell. */
  async open(): Promise<void> {
    await this.#ports.presence.subscribe(TOPIC, (news: News) => this.#hear(news));
  }

  /** Number of streams of a study here. */
  count(study: string): number {
    return this.#studies.get(study)?.followers.size ?? 0;
  }

  /** Whether a study is followed here. */
  has(study: string): boolean {
    return this.#studies.has(study);
  }

  /** The `n` of a study that its followers were told last. */
  toldOf(study: string): number | undefined {
    return this.#studies.get(study)?.n;
  }

  /** Begins to tell a follower: all of the study first. Returns the function that ends it. */
  add(study: Study, follower: Follower): Cancel {
    const { id, n } = study;
    const followed = this.#studies.get(id) ?? { followers: new Set(), elsewhere: new Map(), n, people: "" };
    this.#studies.set(id, followed);
    const others = [...followed.followers];
    followed.followers.add(follower);
    follower.tell({ type: "study", study, people: this.#peopleOf(followed) });
    this.#tellPeople(followed, others);
    this.#publishPeople(id, true);
    this.#cancel ??= this.#ports.time.every(LOOK_INTERVAL, () => this.#look(), { background: true });
    return () => this.#remove(id, follower);
  }

  /** Tells of a change, or of the whole study. @param change `null`: what changed is not known */
  tell(study: Study, change: StudyChange | null): void {
    const followed = this.#studies.get(study.id);
    if (!followed || followed.n >= study.n) return;
    const isNext = followed.n === study.n - 1;
    followed.n = study.n;
    const line: StudyLine =
      change !== null && isNext
        ? { type: "change", n: study.n, change }
        : { type: "study", study, people: this.#peopleOf(followed) };
    for (const follower of followed.followers) follower.tell(line);
  }

  /** Tells other servers of a change. */
  publish(study: string, n: number, change: StudyChange | null): void {
    this.#publish({ type: "changed", from: this.#ports.processId, study, n, change });
  }

  /** Ends all streams of a study. @param code `deleted`: it is gone; `moved`: another stream may be asked for */
  end(study: string, code: "deleted" | "moved"): void {
    for (const follower of this.#studies.get(study)?.followers ?? []) {
      follower.tell({ type: "end", code, resume: code === "moved" });
      this.#remove(study, follower);
    }
  }

  /** Ends all streams: others may be asked for. */
  endAll(): void {
    for (const study of this.#studies.keys()) this.end(study, "moved");
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #remove(study: string, follower: Follower): void {
    const followed = this.#studies.get(study);
    if (!followed?.followers.delete(follower)) return;
    if (followed.followers.size === 0) this.#studies.delete(study);
    else this.#tellPeople(followed);
    this.#publishPeople(study, false, followed);
    if (this.#studies.size === 0) this.close();
  }

  #hear(news: News): void {
    if (news.from === this.#ports.processId) return;
    const { study } = news;
    if (news.type === "changed") return this.#source.heard(study, news.n, news.change);
    const followed = this.#studies.get(study);
    if (!followed) return;
    const { from, people, asks } = news;
    followed.elsewhere.set(from, { people, at: this.#ports.time.monotonic() });
    this.#tellPeople(followed);
    if (asks) this.#publishPeople(study, false);
  }

  #publishPeople(study: string, asks: boolean, followed = this.#studies.get(study)): void {
    const people = followed ? personsOf(followed) : [];
    this.#publish({ type: "people", from: this.#ports.processId, study, people, asks });
  }

  #publish(news: News): void {
    this.#ports.presence.publish(TOPIC, news);
  }

  #peopleOf(followed: Followed): readonly StudyPerson[] {
    const all = [...personsOf(followed), ...[...followed.elsewhere.values()].flatMap(({ people }) => people)];
    return all.filter((person, i) => all.findIndex((each) => isSame(each, person)) === i);
  }

  /** Tells who follows, if others do. */
  #tellPeople(followed: Followed, to: Iterable<Follower> = followed.followers): void {
    const people = this.#peopleOf(followed);
    const text = JSON.stringify(people);
    if (followed.people === text) return;
    followed.people = text;
    for (const follower of to) follower.tell({ type: "people", people });
  }

  #look(): void {
    const { time, sanctions, log } = this.#ports;
    for (const [id, followed] of this.#studies) {
      for (const [process, { at }] of followed.elsewhere)
        if (time.monotonic() - at > PEOPLE_KNOWN) followed.elsewhere.delete(process);
      for (const follower of followed.followers) {
        const { person, address } = follower;
        if (sanctions.findBan({ player: person?.player ?? null, address }) === null) continue;
        follower.tell({ type: "end", code: "banned", resume: false });
        this.#remove(id, follower);
      }
      this.#tellPeople(followed);
      this.#publishPeople(id, false);
    }
    Promise.all([this.#source.look([...this.#studies.keys()]), this.#endDeleted()]).catch((err: unknown) => {
      log.debug({ err }, "followed studies not read");
    });
  }

  /** Ends the streams of players who were deleted: as they ask again, they are refused. */
  async #endDeleted(): Promise<void> {
    const followed = [...this.#studies].flatMap(([study, { followers }]) =>
      [...followers].map((follower) => ({ study, follower })),
    );
    const players = new Set(followed.flatMap(({ follower }) => follower.person?.player ?? []));
    const missing = await this.#ports.players.findMissing([...players]);
    for (const { study, follower } of followed) {
      if (!missing.has(follower.person?.player ?? "")) continue;
      follower.tell({ type: "end", code: "moved", resume: true });
      this.#remove(study, follower);
    }
  }
}

const personsOf = ({ followers }: Followed): readonly StudyPerson[] =>
  [...followers].flatMap(({ person }) => person ?? []);
