import type { GameName } from "@flower-war/client-sdk";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { Scene } from "../game-frame/scene.ts";
import { useGameUi } from "../games/load-game.ts";
import { DebugApi, type DebugPicture } from "./api.ts";
import { DebugPanel, type Look } from "./debug-panel.tsx";
import styles from "./debug.module.css";

/** ms between two looks at the match. */
const PACE = 500;

/** Shows the table of a match as any seat sees it, now or earlier, and beside it the hidden parts. Now, any seat can be played. */
export function DebugPage({ match }: { readonly match: string }) {
  const api = useMemo(() => new DebugApi(match), [match]);
  const [look, setLook] = useState<Look>({ at: null, viewer: "public" });
  const { picture, error, refresh } = usePicture(api, look.at);
  return (
    <div className={styles.page}>
      {picture === null ? <p role="status">{error?.message ?? "Loading ..."}</p> : null}
      {picture === null ? null : (
        <>
          <SeatTable picture={picture} viewer={look.viewer} api={api} onPlayed={refresh} />
          <DebugPanel
            match={match}
            picture={picture}
            look={look}
            problem={error?.message ?? null}
            onLook={setLook}
            onHold={(held) => void api.hold(held).then(refresh, refresh)}
          />
        </>
      )}
    </div>
  );
}

interface Looked {
  /** `null`: none has come yet. */
  readonly picture: DebugPicture | null;
  /** Why the last look failed. */
  readonly error: Error | null;
}

/** Looks at a match again and again. */
function usePicture(api: DebugApi, at: number | null) {
  const [looked, setLooked] = useState<Looked>({ picture: null, error: null });
  const refresh = useCallback(async () => {
    try {
      setLooked({ picture: await api.at(at), error: null });
    } catch (error) {
      setLooked((known) => ({ ...known, error: error as Error }));
    }
  }, [api, at]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const look = async () => {
      await refresh();
      if (!isOver) timer = setTimeout(() => void look(), PACE);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [refresh]);
  return { ...looked, refresh };
}

interface TableProps {
  readonly picture: DebugPicture;
  readonly viewer: string;
  readonly api: DebugApi;
  readonly onPlayed: () => Promise<void>;
}

/** The table as a seat sees it, where it can be played while it is the present one. */
function SeatTable({ picture, viewer, api, onPlayed }: TableProps) {
  const ui = useGameUi(picture);
  const scene = useMemo(() => sceneOf(picture, viewer), [picture, viewer]);
  const isNow = picture.at === picture.n;
  return (
    <ui.Table
      scene={scene}
      play={
        isNow && scene.seat !== null
          ? async (command) => {
              await api.play(viewer, command);
              await onPlayed();
            }
          : null
      }
      serverTime={() => 0}
      menu={null}
      log={null}
    />
  );
}

function sceneOf({ game, seats, views, legal, awaiting }: DebugPicture, viewer: string): Scene {
  const scene = {
    game,
    view: views[viewer],
    seat: viewer === "public" ? null : viewer,
    people: seats.map((seat) => ({ seat, name: "", kind: "guest", connected: true, temple: "" })),
    awaiting,
    legal: legal[viewer] ?? [],
    clock: null,
    connection: null,
    temple: null,
  };
  return scene as unknown as Scene<GameName>;
}
