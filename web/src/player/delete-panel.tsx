import type { PlayerInfo } from "@flower-war/client-sdk";
import { useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { host } from "../session/host.ts";
import { rememberName } from "../session/memory.ts";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { PlayerNote } from "./player-note.tsx";
import styles from "./player-page.module.css";

interface Props {
  readonly player: PlayerInfo;
  readonly reload: () => Promise<void>;
}

/** Deletes the viewer's player, after a second press that names what happens. */
export function DeletePanel({ player, reload }: Props) {
  const [asked, setAsked] = useState(false);
  const action = useAction();
  const remove = () =>
    action.run(async () => {
      await (await host.identity()).delete();
      rememberName("");
      await reload();
    });
  return (
    <Panel title={i18n._("Delete")}>
      <p>
        {i18n._(
          "Deletes your player, with passkeys, recovery codes and e-mail address, from this server. Matches that you played keep the name that you had there.",
        )}
      </p>
      <div className={styles.row}>
        {asked ? (
          <>
            <Button tone="go" aria-disabled={action.busy} onClick={remove}>
              {i18n._("Delete {name} for good", { name: player.name })}
            </Button>
            <Button onClick={() => setAsked(false)}>{i18n._("Keep")}</Button>
          </>
        ) : (
          <Button onClick={() => setAsked(true)}>{i18n._("Delete my player")}</Button>
        )}
      </div>
      <PlayerNote error={action.error} />
    </Panel>
  );
}
