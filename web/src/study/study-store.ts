import type { StudyContent, StudyPosition } from "@flower-war/client-sdk/study";

/** A study as its page uses it: shared over a server, or in this browser alone. Every act rejects with a `Refusal`. */
export interface StudyStore {
  /** Its id on the server; `""`: it is in this browser alone. */
  readonly id: string;
  /** A value: what changes it makes another one. */
  readonly content: StudyContent;
  /** The players who follow it now. */
  readonly people: readonly StudyContent["owner"][];
  /** Whether what is shown is what all see; `gone`: it is lost for good. */
  readonly connection: "connected" | "reconnecting" | "gone";
  /** Who the viewer is here. */
  readonly viewer: string;
  /** Calls back with every change; returns the function that stops it. */
  readonly subscribe: (listener: () => void) => () => void;
  goTo(position: StudyPosition): Promise<unknown>;
  comment(at: StudyPosition, text: string): Promise<unknown>;
  mark(at: StudyPosition, place: string): Promise<unknown>;
  /** Plays a command. Resolves with the position after it. */
  play(from: StudyPosition, seat: string, command: { readonly type: string }): Promise<StudyPosition>;
  /** Removes a comment, a mark, or a branch with all that is in it. */
  remove(id: string): Promise<unknown>;
  setOpen(open: StudyContent["open"]): Promise<unknown>;
  /** Deletes it for all, of its owner. Left out: it is on no server. */
  delete?(): Promise<unknown>;
  /** Whether something was added or removed that no file has. Left out: a server keeps it. */
  readonly isUnsaved?: boolean;
  /** A file has it now. Left out: a server keeps it. */
  noteSaved?(): void;
}

/** Whether the viewer may change a study while it is connected. */
export const isEditor = ({ content, viewer }: StudyStore): boolean =>
  content.open === "all" || content.owner.player === viewer;

/** Whether the viewer may change a study now. */
export const mayChange = (study: StudyStore): boolean => study.connection === "connected" && isEditor(study);

/** Whether the viewer may remove something of a study: their own, or anything of their own study. */
export const mayRemove = (study: StudyStore, by: StudyContent["owner"]): boolean =>
  mayChange(study) && (by.player === study.viewer || study.content.owner.player === study.viewer);
