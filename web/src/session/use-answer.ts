import { useEffect, useEffectEvent, useState } from "react";

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
}

interface Settled<Answer> {
  /** The question that this is about. */
  readonly question: string | null;
  readonly answer: Answer | null;
  readonly error: unknown;
}

/**
 * Asks the server when the component is first shown, and again whenever the question is another one.
 * @param question names what is asked, such as the address of a page
 */
export function useAnswer<Answer>(question: string, ask: () => Promise<Answer>): Asked<Answer> {
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<Settled<Answer>>({ question: null, answer: null, error: null });
  const current = `${attempt} ${question}`;
  const send = useEffectEvent(ask);
  useEffect(() => {
    let outdated = false;
    const show = (news: Settled<Answer> | ((before: Settled<Answer>) => Settled<Answer>)) => {
      if (!outdated) setSettled(news);
    };
    const askOnce = async () => {
      try {
        const answer = await send();
        show({ question: current, answer, error: null });
      } catch (error) {
        show(({ answer }) => ({ question: current, answer, error }));
      }
    };
    void askOnce();
    return () => void (outdated = true);
  }, [current]);
  const asking = settled.question !== current;
  return {
    answer: settled.answer,
    error: asking ? null : settled.error,
    asking,
    retry: () => setAttempt(attempt + 1),
  };
}
