import { useState } from "react";

export interface Action {
  /** Whether one is under way; a second one is not begun meanwhile. */
  readonly busy: boolean;
  /** What the last one threw; `null`: nothing. */
  readonly error: unknown;
  run(action: () => Promise<unknown>): void;
  /** Forgets the last error. */
  clear(): void;
}

/** One request at a time, and what became of the last one. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (action: () => Promise<unknown>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await action();
    } catch (reason) {
      setError(reason);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run: (action) => void run(action), clear: () => setError(null) };
}
