import type { PlayerInfo } from "@flower-war/client-sdk";
import { useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Field } from "../design/parts/field.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { host } from "../session/host.ts";
import { rememberedName } from "../session/memory.ts";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { createPasskey, provePasskey, whyNoPasskeys } from "./passkeys.ts";
import { PlayerNote } from "./player-note.tsx";
import styles from "./player-page.module.css";

interface Props {
  /** `null`: not known yet. */
  readonly player: PlayerInfo | null;
  readonly reload: () => Promise<void>;
  readonly onCodes: (codes: readonly string[]) => void;
}

/** What a guest can do to be the same player on other devices. */
export function GuestPanel({ player, reload, onCodes }: Props) {
  const action = useAction();
  const [code, setCode] = useState("");
  const obstacle = whyNoPasskeys();
  const run = (step: (identity: Awaited<ReturnType<typeof host.identity>>) => Promise<unknown>) =>
    action.run(async () => {
      await step(await host.identity());
      await reload();
    });
  return (
    <Panel title={i18n._("On all your devices")}>
      <p>
        {i18n._(
          "You are a guest: this browser alone knows you. With a passkey you are the same player on your other devices. It needs no e-mail address and no password.",
        )}
      </p>
      {obstacle === null ? (
        <div className={styles.row}>
          <Button
            tone="gold"
            aria-disabled={action.busy}
            onClick={() =>
              run(async (identity) => {
                if (player === null && rememberedName() !== "") await identity.rename(rememberedName());
                onCodes(await identity.addPasskey(createPasskey));
              })
            }
          >
            {i18n._("Add a passkey")}
          </Button>
          <Button
            aria-disabled={action.busy}
            onClick={() => run((identity) => identity.signIn(provePasskey))}
          >
            {i18n._("Sign in with a passkey")}
          </Button>
        </div>
      ) : (
        <p>{obstacle}</p>
      )}
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault();
          run((identity) => identity.recover(code));
        }}
      >
        <Field
          label={i18n._("Recovery code")}
          value={code}
          required
          maxLength={40}
          autoComplete="one-time-code"
          onChange={setCode}
        />
        <Button type="submit" aria-disabled={action.busy}>
          {i18n._("Sign in with the code")}
        </Button>
      </form>
      <PlayerNote error={action.error} />
    </Panel>
  );
}
