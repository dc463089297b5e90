import { useEffect, useEffectEvent, useState } from "react";
import { Drawing } from "../art/drawing.tsx";
import { paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { Brand } from "../design/page/frame.tsx";
import { Settings } from "../design/page/settings.tsx";
import { Button } from "../design/parts/button.tsx";
import { Notice } from "../design/parts/notice.tsx";
import { Pill } from "../design/parts/pill.tsx";
import { Tips } from "../design/parts/tip.tsx";
import { QrCode } from "../gather/qr-code.tsx";
import { type LiveLobby, useLobby } from "../lobby/tables/lobby-feed.ts";
import { useOriginForOthers } from "../session/share.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./screen.module.css";
import { TableCard } from "./table-card.tsx";
import { useShownTables } from "./use-shown-tables.ts";
import { useWakeLock } from "./use-wake-lock.ts";

/** Tables that are shown at a time: each one in play is watched over a connection of its own. */
const AT_A_TIME = 6;

/** ms that they are shown before the next ones. */
const SHOWN_FOR = 20_000;

/** All public tables for a large screen in a club: how to join those that gather, and the boards of those in play. */
export function ScreenPage() {
  return <Screen lobby={useLobby()} />;
}

/** @param lobby the tables */
export function Screen({ lobby }: { readonly lobby: LiveLobby }) {
  usePage(i18n._("All tables"));
  useWakeLock();
  const origin = useOriginForOthers();
  const tables = useShownTables(lobby);
  const [at, setAt] = useState(0);
  const [paused, setPaused] = useState(false);
  const views = Math.max(1, Math.ceil(tables.length / AT_A_TIME));
  const view = Math.min(at, views - 1);
  const turns = views > 1 || lobby.pages > 1;
  const turn = useEffectEvent(() => {
    const isLast = view === views - 1;
    setAt(isLast ? 0 : view + 1);
    if (isLast && lobby.pages > 1) lobby.choose({ page: (lobby.page % lobby.pages) + 1 });
  });
  useEffect(() => {
    if (paused || !turns) return undefined;
    const timer = setInterval(() => turn(), SHOWN_FOR);
    return () => clearInterval(timer);
  }, [paused, turns]);
  const shown = tables.slice(view * AT_A_TIME, (view + 1) * AT_A_TIME);
  return (
    <Tips>
      <div className={styles.page}>
        <header className={styles.top}>
          <Brand />
          <h1 tabIndex={-1}>{i18n._("All tables")}</h1>
          <Pill>{i18n._("{total, plural, one {# table} other {# tables}}", { total: lobby.total })}</Pill>
          {turns ? (
            <Button aria-pressed={paused} onClick={() => setPaused(!paused)}>
              {paused ? i18n._("Go on turning") : i18n._("Stay at these")}
            </Button>
          ) : null}
          <div className={styles.join}>
            <p>
              {i18n._("Play along: scan this, or open")} <strong>{origin}</strong>
            </p>
            <div className={styles.qr}>
              <QrCode text={origin + paths.lobby} />
            </div>
          </div>
          <Settings />
        </header>
        <main className={styles.main}>
          {shown.length === 0 ? (
            <Nothing connection={lobby.connection} />
          ) : (
            <ul className={styles.tables}>
              {shown.map((table) => (
                <TableCard key={table.id} table={table} origin={origin} />
              ))}
            </ul>
          )}
        </main>
      </div>
    </Tips>
  );
}

function Nothing({ connection }: Pick<LiveLobby, "connection">) {
  const isKnown = connection === "connected" || connection === "still";
  return (
    <Notice
      tone="empty"
      picture={<Drawing sheet="signs" id="tochtli" />}
      title={isKnown ? i18n._("No public table is open") : i18n._("Asking the server…")}
    >
      {isKnown ? i18n._("Open one, and it is seen here.") : null}
    </Notice>
  );
}
