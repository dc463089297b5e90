import { useState } from "react";

export interface Action {
  /** Whether one is under way; a second one is not begun meanwhile. */
  readonly busy: boolean;
  /** What the last one threw; `null`: nothing. */
  readonly error: unknown;
  run(deed: () => Promise<void>): void;
}

/** One thing at a time that the server is asked for, and what became of the last. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (deed: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await deed();
    } catch (reason) {
      setError(reason);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run: (deed) => void run(deed) };
}
