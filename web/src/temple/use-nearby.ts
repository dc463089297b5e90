import type { NearbyTemple } from "@flower-war/client-sdk";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Action } from "../session/use-action.ts";
import type { LastUsed } from "./last-used.ts";

/** What pairs the viewer's seat with a temple nearby (temple protocol P-6). */
export interface NearbyPorts {
  /** The temples that can be chosen, and those at other matches; `null`: none is offered here. */
  readonly list: () => Promise<readonly NearbyTemple[] | null>;
  /** Resolves when the temple's button was pressed; `onAsked` gets the ms for which the temple shows the player's name. */
  readonly pair: (
    templeId: string,
    options: { readonly signal: AbortSignal; readonly onAsked: (wait: number) => void },
  ) => Promise<unknown>;
  readonly lastUsed: LastUsed;
}

/** A temple that shows the player's name, and from and until when, ms of `performance.now()`. */
export interface Asked {
  readonly templeId: string;
  readonly from: number;
  readonly until: number;
}

export interface Nearby {
  /** `null`: none is offered here, or the server has not answered yet. */
  readonly temples: readonly NearbyTemple[] | null;
  readonly asked: Asked | null;
  readonly choose: (templeId: string) => void;
  readonly stop: () => void;
}

/** ms between two looks while the page is seen. */
const INTERVAL = 4_000;

/**
 * Looks which temples show codes for as long as the component is shown, and pairs the seat with one of them.
 * @param action runs the pairing, and what else must not be done meanwhile
 */
export function useNearby({ list, pair }: NearbyPorts, action: Action): Nearby {
  const temples = useTemples(list);
  const [asked, setAsked] = useState<Asked | null>(null);
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);
  const choose = (templeId: string) =>
    action.run(async () => {
      const { signal } = (stopping.current = new AbortController());
      const onAsked = (wait: number) => {
        const from = performance.now();
        setAsked({ templeId, from, until: from + wait });
      };
      try {
        await pair(templeId, { signal, onAsked });
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        setAsked(null);
      }
    });
  return { temples, asked, choose, stop: () => stopping.current.abort() };
}

function useTemples(list: NearbyPorts["list"]): readonly NearbyTemple[] | null {
  const [temples, setTemples] = useState<readonly NearbyTemple[] | null>(null);
  const look = useEffectEvent(() => {
    if (document.visibilityState !== "visible") return;
    // Without an answer the code is left, as for all others.
    list().then(setTemples, () => {});
  });
  useEffect(() => {
    look();
    const timer = setInterval(() => look(), INTERVAL);
    return () => clearInterval(timer);
  }, []);
  return temples;
}
