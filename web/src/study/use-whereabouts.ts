import { useRef, useState } from "react";
import type { StudyPosition } from "@flower-war/client-sdk/study";
import { mayChange, type StudyStore } from "./study-store.ts";

interface Options {
  readonly study: StudyStore;
  /** Where the viewer begins alone; `null`: with the others. */
  readonly first: StudyPosition | null;
  /** Whether the study has a position: branches are removed. */
  readonly isThere: (position: StudyPosition) => boolean;
}

/** Where the viewer is in a study. */
export interface Whereabouts {
  readonly at: StudyPosition;
  /** Whether the viewer sees what all see who follow. */
  readonly following: boolean;
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

/** Whether two positions are the same. */
export const isAt = (one: StudyPosition, other: StudyPosition): boolean =>
  one.line === other.line && one.n === other.n;

/**
 * Says where the viewer is in a study, who steps with all others or alone. Own steps are seen at once; whoever steps fast sends the last one.
 */
export function useWhereabouts({ study, first, isThere }: Options): Whereabouts {
  const { position } = study.content;
  const [alone, setAlone] = useState(first === null || isAt(first, position) ? null : first);
  /** Where the viewer brings all, until the study has it. */
  const [sent, setSent] = useState<StudyPosition | null>(null);
  const [error, setError] = useState<unknown>(null);
  const next = useRef<StudyPosition | null>(null);
  const isSending = useRef(false);
  const send = async (to: StudyPosition): Promise<void> => {
    setSent(to);
    setError(null);
    next.current = to;
    if (isSending.current) return;
    isSending.current = true;
    let last = to;
    try {
      for (; next.current !== null; await study.goTo(last)) {
        last = next.current;
        next.current = null;
      }
    } catch (reason) {
      // The viewer goes on alone from there.
      setAlone(next.current ?? last);
      setError(reason);
      next.current = null;
    } finally {
      isSending.current = false;
      setSent(null);
    }
  };
  const bring = (to: StudyPosition) => {
    setAlone(null);
    if (!isAt(to, position) || sent !== null) void send(to);
  };
  const at = [alone, sent, position].find((each) => each !== null && isThere(each)) ?? BEGINNING;
  return {
    at,
    following: alone === null,
    error,
    go: (to) => (alone === null && mayChange(study) ? bring(to) : setAlone(to)),
    part: () => setAlone(at),
    follow: () => {
      setAlone(null);
      setError(null);
    },
    bring: () => bring(at),
  };
}
