import { useState } from "react";
import { Link } from "wouter";
import { TopBar } from "../design/page/frame.tsx";
import { paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { NoticesPanel } from "../notices/notices-panel.tsx";
import { i18n } from "../texts/index.ts";
import { AccountPanel } from "./account-panel.tsx";
import { CodesPanel } from "./codes-panel.tsx";
import { DeletePanel } from "./delete-panel.tsx";
import { GuestPanel } from "./guest-panel.tsx";
import { NameForm } from "./name-form.tsx";
import { PlayerNote } from "./player-note.tsx";
import styles from "./player-page.module.css";
import { useMe } from "./use-me.ts";

/** The viewer's player: their name, how they are known on other devices, and deletion. */
export function PlayerPage() {
  const heading = i18n._("You");
  usePage(heading);
  const { me, error, reload } = useMe();
  const [codes, setCodes] = useState<readonly string[]>([]);
  return (
    <>
      <TopBar>
        <h1 tabIndex={-1}>{heading}</h1>
      </TopBar>
      <main className={styles.page}>
        <PlayerNote error={error} />
        {codes.length > 0 ? <CodesPanel codes={codes} onDone={() => setCodes([])} /> : null}
        {me === null ? null : (
          <>
            {me.player === null ? null : (
              <p className={styles.profile}>
                <Link href={paths.profile(me.player.id)}>{i18n._("Your profile and matches")}</Link>
              </p>
            )}
            <NameForm player={me.player} reload={reload} />
            {me.means === null ? (
              <GuestPanel player={me.player} reload={reload} onCodes={setCodes} />
            ) : (
              <AccountPanel means={me.means} reload={reload} onCodes={setCodes} />
            )}
            <NoticesPanel key={`notices ${me.player?.id ?? ""}`} />
            {me.player === null ? null : <DeletePanel player={me.player} reload={reload} />}
          </>
        )}
      </main>
    </>
  );
}
