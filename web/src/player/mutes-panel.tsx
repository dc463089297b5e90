import { useEffect } from "react";
import { muted } from "../chat/muted.ts";
import { refreshMutes, remove } from "../chat/mutes.ts";
import { Button } from "../design/parts/button.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { PlayerNote } from "./player-note.tsx";
import styles from "./player-page.module.css";

/** Whom the viewer mutes and blocks: each can be heard again. */
export function MutesPanel({ isAccount }: { readonly isAccount: boolean }) {
  const { players } = muted.use();
  const action = useAction();
  useEffect(() => {
    const refresh = () => void refreshMutes();
    // Another device may have changed it meanwhile.
    addEventListener("focus", refresh);
    return () => removeEventListener("focus", refresh);
  }, []);
  return (
    <Panel title={i18n._("Muted and blocked")}>
      <p>
        {isAccount
          ? i18n._("On all of your devices you do not see what these players say. They are not told.")
          : i18n._("In this browser you do not see what these players say. They are not told.")}{" "}
        {i18n._("Press a player's name at a table to mute or block them.")}
      </p>
      {players.length === 0 ? null : (
        <ul className={styles.devices} aria-label={i18n._("Muted and blocked")}>
          {players.map(({ id, name, blocked }) => {
            const known = name === "" ? id : name;
            return (
              <li key={id}>
                <div>
                  <strong>
                    <bdi>{known}</bdi>
                  </strong>
                  <span>{blocked ? i18n._("blocked") : i18n._("muted")}</span>
                </div>
                <Button
                  aria-label={
                    blocked
                      ? i18n._("Unblock {name}", { name: known })
                      : i18n._("Hear {name} again", { name: known })
                  }
                  aria-disabled={action.busy}
                  onClick={() => action.run(() => remove(id))}
                >
                  {blocked ? i18n._("Unblock") : i18n._("Unmute")}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <PlayerNote error={action.error} />
    </Panel>
  );
}
