import type { SignInMeans } from "@flower-war/client-sdk/players";
import { useState } from "react";
import type { Identity } from "@flower-war/client-sdk";
import { Button } from "../design/parts/button.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { tellHereNoMore } from "../notices/push.ts";
import { host } from "../session/host.ts";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { createPasskey, whyNoPasskeys } from "./passkeys.ts";
import { PlayerNote } from "./player-note.tsx";
import styles from "./player-page.module.css";

/** Lets this browser show no notices to who uses it next, if the server answers. */
async function signOut(identity: Identity): Promise<void> {
  await tellHereNoMore().catch(() => {});
  await identity.signOut();
}

interface Props {
  readonly means: SignInMeans;
  readonly reload: () => Promise<void>;
  readonly onCodes: (codes: readonly string[]) => void;
}

/** How an account signs in: its passkeys and recovery codes. */
export function AccountPanel({ means, reload, onCodes }: Props) {
  const action = useAction();
  const [elsewhere, setElsewhere] = useState(false);
  const obstacle = whyNoPasskeys();
  const run = (step: (identity: Awaited<ReturnType<typeof host.identity>>) => Promise<unknown>) =>
    action.run(async () => {
      await step(await host.identity());
      await reload();
    });
  const day = (at: number) => i18n.date(at, { dateStyle: "medium" });
  return (
    <Panel title={i18n._("On all your devices")}>
      <p>{i18n._("With a passkey you are the same player on every device that has it.")}</p>
      <ul className={styles.passkeys}>
        {means.passkeys.map(({ id, createdAt, usedAt }, i) => (
          <li key={id} className={styles.row}>
            <span>
              {i18n._("Passkey {number}, of {created}, last used {used}", {
                number: i + 1,
                created: day(createdAt),
                used: day(usedAt),
              })}
            </span>
            {means.passkeys.length > 1 ? (
              <Button
                aria-disabled={action.busy}
                onClick={() => run((identity) => identity.removePasskey(id))}
              >
                {i18n._("Remove passkey {number}", { number: i + 1 })}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <p>{i18n._("Recovery codes left: {count}", { count: means.recoveryCodes })}</p>
      {obstacle === null ? null : <p>{obstacle}</p>}
      <div className={styles.row}>
        {obstacle === null ? (
          <Button
            aria-disabled={action.busy}
            onClick={() => run((identity) => identity.addPasskey(createPasskey))}
          >
            {i18n._("Add another passkey")}
          </Button>
        ) : null}
        <Button
          aria-disabled={action.busy}
          onClick={() => run(async (identity) => onCodes(await identity.renewRecoveryCodes()))}
        >
          {i18n._("New recovery codes")}
        </Button>
        <Button
          aria-disabled={action.busy}
          onClick={() => run((identity) => identity.signOutElsewhere().then(() => setElsewhere(true)))}
        >
          {i18n._("Sign out everywhere else")}
        </Button>
        <Button aria-disabled={action.busy} onClick={() => run(signOut)}>
          {i18n._("Sign out")}
        </Button>
      </div>
      <p role="status">
        {elsewhere
          ? i18n._(
              "You are signed out everywhere else. Other devices need a passkey or a recovery code again.",
            )
          : null}
      </p>
      <PlayerNote error={action.error} />
    </Panel>
  );
}
