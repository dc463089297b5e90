import type { StudyPosition } from "@flower-war/client-sdk/study";
import { Store } from "../base/store.ts";
import { mayChange, type StudyStore } from "./study-store.ts";

interface DraftState {
  readonly text: string;
  /** What it is about: the position that was shown with the first character; `null`: nothing was typed. */
  readonly at: StudyPosition | null;
  readonly isSending: boolean;
  /** Why it could not be stored the last time; `null`: nothing was refused. */
  readonly error: unknown;
}

/** A comment that the viewer writes. It stays until it is stored, wherever the study goes meanwhile. */
export class Draft {
  readonly state = new Store<DraftState>({ text: "", at: null, isSending: false, error: null });

  /** Takes what the field has. @param at what the comment is about */
  type(text: string, at: StudyPosition): void {
    this.#set({ text, at: text === "" ? null : at });
  }

  /** Stores it. What is typed meanwhile stays. */
  async send(study: StudyStore, at: StudyPosition): Promise<void> {
    const { text, isSending } = this.state.get();
    if (isSending || text.trim() === "" || !mayChange(study)) return;
    this.#set({ isSending: true, error: null });
    try {
      await study.comment(at, text.trim());
      if (this.state.get().text === text) this.#set({ text: "", at: null });
    } catch (error) {
      this.#set({ error });
    } finally {
      this.#set({ isSending: false });
    }
  }

  #set(change: Partial<DraftState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}

const drafts = new WeakMap<StudyStore, Draft>();

/** Returns the viewer's draft in a study: the field for it comes and goes. */
export function draftIn(study: StudyStore): Draft {
  const draft = drafts.get(study) ?? new Draft();
  drafts.set(study, draft);
  return draft;
}
