import type { AnyMatch } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import { host } from "../session/host.ts";

export interface Preview {
  /** The match as everybody sees it; `null` while it is opened, and when it was refused. */
  readonly match: AnyMatch | null;
  readonly error: unknown;
}

/**
 * Looks at a match as a spectator for as long as the component is shown, so that the door shows who sits there.
 * @param wanted `false`: not now
 */
export function usePreview(code: string, wanted: boolean): Preview {
  const [preview, setPreview] = useState<Preview>({ match: null, error: null });
  useEffect(() => {
    if (!wanted) return undefined;
    let unmounted = false;
    const opening = host.spectate(code);
    const show = async () => {
      try {
        const match = await opening;
        if (!unmounted) setPreview({ match, error: null });
      } catch (error) {
        if (!unmounted) setPreview({ match: null, error });
      }
    };
    void show();
    return () => {
      unmounted = true;
      opening.then((match) => match.leave()).catch(() => {});
    };
  }, [code, wanted]);
  return preview;
}
