import type { PlayerInfo } from "@flower-war/client-sdk";
import { useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { host } from "../session/host.ts";
import { rememberedName } from "../session/memory.ts";
import { NameField } from "../session/name-field.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { PlayerNote } from "./player-note.tsx";
import styles from "./player-page.module.css";

interface Props {
  readonly player: PlayerInfo | null;
  readonly reload: () => Promise<void>;
}

/** The name by which the others call the viewer, on all their devices. */
export function NameForm({ player, reload }: Props) {
  const [name, setName] = useState(player?.name ?? rememberedName());
  const action = useAction();
  // Another player has another name. The form stays, so that the focus stays after the first name is saved.
  const [known, setKnown] = useState(player?.id);
  if (known !== player?.id) {
    setKnown(player?.id);
    setName(player?.name ?? rememberedName());
  }
  const save = () =>
    action.run(async () => {
      await (await host.identity()).rename(name.trim());
      await reload();
    });
  const isSaved = player !== null && player.name === name.trim();
  return (
    <Panel title={i18n._("Name")}>
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <NameField name={name} onChange={setName} />
        <Button type="submit" aria-disabled={action.busy || isSaved}>
          {i18n._("Save")}
        </Button>
      </form>
      <p role="status">{isSaved ? i18n._("Saved. At tables where you sit you keep the old name.") : null}</p>
      <PlayerNote error={action.error} />
    </Panel>
  );
}
