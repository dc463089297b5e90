import type { PlayerInfo } from "@flower-war/client-sdk";
import type { SignInMeans } from "@flower-war/client-sdk/players";
import { useCallback, useEffect, useState } from "react";
import { host } from "../session/host.ts";
import { rememberName } from "../session/memory.ts";

/** The viewer's player at this server. */
export interface Me {
  /** `null`: not known yet. */
  readonly player: PlayerInfo | null;
  /** How an account can sign in; `null` for a guest. */
  readonly means: SignInMeans | null;
}

export interface MeState {
  /** `null` while the server is asked, and when it did not answer. */
  readonly me: Me | null;
  /** Why it did not; `null`: it did, or has not yet. */
  readonly error: unknown;
  /** Asks the server again. Rejects as it does. */
  readonly reload: () => Promise<void>;
}

/** Reads the viewer's player from the server. Their name there becomes that of this browser. */
export function useMe(): MeState {
  const [me, setMe] = useState<Me | null>(null);
  const [error, setError] = useState<unknown>(null);
  const reload = useCallback(async () => setMe(await findMe()), []);
  useEffect(() => {
    findMe().then(setMe).catch(setError);
  }, []);
  return { me, error, reload };
}

async function findMe(): Promise<Me> {
  const identity = await host.identity();
  const player = (await identity.stored()) && (await identity.player());
  if (player === null) return { player, means: null };
  rememberName(player.name);
  return { player, means: player.kind === "account" ? await identity.signInMeans() : null };
}
