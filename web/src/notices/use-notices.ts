import type { Notices } from "@flower-war/client-sdk/players";
import { useCallback, useEffect, useState } from "react";
import { host } from "../session/host.ts";
import { findSubscription } from "./push.ts";

/** How the viewer is told that it is their turn. */
export interface Told {
  /** `null`: the server does not know the viewer yet. */
  readonly notices: Notices | null;
  /** Whether this browser shows notices to the viewer. */
  readonly here: boolean;
}

export interface NoticesState {
  /** `null` while the server is asked, and when it did not answer. */
  readonly told: Told | null;
  /** Why it did not; `null`: it did, or has not yet. */
  readonly error: unknown;
  /** Asks the server again. Rejects as it does. */
  readonly reload: () => Promise<void>;
}

/** How the viewer is told that it is their turn, as server and browser say. */
export function useNotices(): NoticesState {
  const [told, setTold] = useState<Told | null>(null);
  const [error, setError] = useState<unknown>(null);
  const reload = useCallback(async () => setTold(await find()), []);
  useEffect(() => {
    find().then(setTold).catch(setError);
  }, []);
  return { told, error, reload };
}

async function find(): Promise<Told> {
  const identity = await host.identity();
  if ((await identity.stored()) === null) return { notices: null, here: false };
  const [notices, subscription] = await Promise.all([identity.notices(), findSubscription()]);
  const endpoint = subscription?.endpoint;
  const here = notices.push?.subscriptions.some((known) => known.endpoint === endpoint) ?? false;
  return { notices, here };
}
