import { useEffect, useEffectEvent, useRef, useState } from "react";

/** What became of a question to the server. */
export interface Asked<Answer> {
  /** The latest one, also while another is awaited or was refused; `null`: there is none yet. */
  readonly answer: Answer | null;
  /** What the latest question was refused with; `null`: nothing. */
  readonly error: unknown;
  /** Whether the latest question is still open. */
  readonly asking: boolean;
  /** Asks again. */
  readonly retry: () => void;
  /** Asks again; what is shown stays until then. Resolves with whether the server answered. */
  readonly refresh: () => Promise<boolean>;
  /** Refreshes, unless the server has yet to answer: for what asks again and again, and may be slower than that. */
  readonly look: () => void;
}

interface Settled<Answer> {
  /** The question that this is about. */
  readonly question: string | null;
  readonly answer: Answer | null;
  readonly error: unknown;
}

/**
 * Asks the server when the component is first shown, and again whenever the question is another one.
 * @param question names what is asked, such as the address of a page; `null`: nothing is asked yet
 */
export function useAnswer<Answer>(question: string | null, ask: () => Promise<Answer>): Asked<Answer> {
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<Settled<Answer>>({ question: null, answer: null, error: null });
  /** How often was asked: what answers an earlier question is not shown. */
  const times = useRef(0);
  /** Which time the server answered or refused last, of those that are shown. */
  const settledTime = useRef(0);
  const current = question === null ? null : `${attempt} ${question}`;
  const send = async (asked: string | null): Promise<boolean> => {
    const time = (times.current += 1);
    const show = (news: Partial<Settled<Answer>>) => {
      if (time !== times.current) return;
      settledTime.current = time;
      setSettled((before) => ({ ...before, ...news, question: asked }));
    };
    try {
      show({ answer: await ask(), error: null });
      return true;
    } catch (error) {
      show({ error });
      return false;
    }
  };
  const sendNow = useEffectEvent(send);
  useEffect(() => {
    if (current !== null) void sendNow(current);
    return () => void (times.current += 1);
  }, [current]);
  const asking = settled.question !== current;
  return {
    answer: settled.answer,
    error: asking ? null : settled.error,
    asking,
    retry: () => setAttempt(attempt + 1),
    refresh: () => send(current),
    look: () => {
      if (settledTime.current === times.current) void send(current);
    },
  };
}
