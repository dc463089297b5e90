import type { AnyMatch } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import { host } from "../session/host.ts";
import { retryLater } from "../session/retry-later.ts";
import { followMatch, type Sitting } from "../session/sitting.ts";

/** A match that is watched without being the page's own. */
interface Watched {
  /** `null`: not yet. When the connection is lost for good, it stays as it was last seen until there is another. */
  readonly sitting: Sitting | null;
  /** What the latest attempt to watch it was refused with; `null`: nothing. */
  readonly error: unknown;
}

/**
 * Watches a match for as long as the component is shown, through losses of the connection: a screen may stand for weeks.
 * @param name its code, id or invitation
 */
export function useWatched(name: string): Watched {
  const [watched, setWatched] = useState<Watched>({ sitting: null, error: null });
  useEffect(() => {
    const closing = new AbortController();
    void watch(name, 0, closing.signal, (news) => setWatched((before) => ({ ...before, ...news })));
    return () => closing.abort();
  }, [name]);
  return watched;
}

/** @param failed how many attempts failed before */
async function watch(
  name: string,
  failed: number,
  closing: AbortSignal,
  show: (news: Partial<Watched>) => void,
): Promise<void> {
  try {
    const match: AnyMatch = await host.spectate(name, { signal: closing });
    const leave = () => void match.leave();
    if (closing.aborted) return leave();
    closing.addEventListener("abort", leave);
    match.on("dropped", ({ gone, refusal }) => {
      if (gone) retryLater(refusal, 0, closing, () => void watch(name, 1, closing, show));
    });
    show({ sitting: followMatch(match), error: null });
  } catch (error) {
    if (closing.aborted) return;
    show({ error });
    retryLater(error, failed, closing, () => void watch(name, failed + 1, closing, show));
  }
}
