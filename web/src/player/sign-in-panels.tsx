import type { Identity, PlayerInfo } from "@flower-war/client-sdk";
import type { SignInMeans } from "@flower-war/client-sdk/players";
import { useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Check, Field, Form } from "../design/parts/field.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { tellHereNoMore } from "../notices/push.ts";
import { createPasskey, provePasskey, whyNoPasskeys } from "../passkeys/passkeys.ts";
import { host } from "../session/host.ts";
import { rememberedName } from "../session/memory.ts";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { PlayerNote } from "./player-note.tsx";
import styles from "./player-page.module.css";
import type { RunProven } from "./proof.tsx";

interface PanelProps {
  readonly reload: () => Promise<unknown>;
  readonly onCodes: (codes: readonly string[]) => void;
}

/** Runs one step at a time of how the viewer signs in, and then reads anew who they are. */
function useIdentity(reload: PanelProps["reload"]) {
  const action = useAction();
  const run = (step: (identity: Identity) => Promise<unknown>) =>
    action.run(async () => {
      await step(await host.identity());
      await reload();
    });
  return { action, run };
}

interface Props extends PanelProps {
  /** `null`: not known yet. */
  readonly player: PlayerInfo | null;
}

/** What a guest can do to be the same player on other devices. */
export function GuestPanel({ player, reload, onCodes }: Props) {
  const { action, run } = useIdentity(reload);
  const [code, setCode] = useState("");
  const obstacle = whyNoPasskeys();
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
      <Form className={styles.row} onSubmit={() => run((identity) => identity.recover(code))}>
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
      </Form>
      <PlayerNote error={action.error} />
    </Panel>
  );
}

/** Lets this browser show no notices to who uses it next, if the server answers. */
async function signOut(identity: Identity): Promise<void> {
  await tellHereNoMore().catch(() => {});
  await identity.signOut();
}

interface AccountPanelProps extends PanelProps {
  readonly means: SignInMeans;
  readonly runProven: RunProven;
}

/** How an account signs in: its passkeys and recovery codes. */
export function AccountPanel({ means, reload, onCodes, runProven }: AccountPanelProps) {
  const { action, run: runStep } = useIdentity(reload);
  const run = (step: (identity: Identity) => Promise<unknown>) =>
    runStep((identity) => runProven(() => step(identity)));
  const [elsewhere, setElsewhere] = useState(false);
  const [seats, setSeats] = useState(false);
  const obstacle = whyNoPasskeys();
  return (
    <Panel title={i18n._("On all your devices")}>
      <p>{i18n._("With a passkey you are the same player on every device that has it.")}</p>
      <ul>
        {means.passkeys.map((passkey, i) => (
          <PasskeyItem
            key={passkey.id}
            passkey={passkey}
            number={i + 1}
            isOnly={means.passkeys.length === 1}
            action={action}
            run={run}
          />
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
        <Button aria-disabled={action.busy} onClick={() => runStep(signOut)}>
          {i18n._("Sign out")}
        </Button>
      </div>
      <div className={styles.row}>
        <Button
          aria-disabled={action.busy}
          onClick={() =>
            run((identity) => identity.signOutElsewhere({ seats }).then(() => setElsewhere(true)))
          }
        >
          {i18n._("Sign out everywhere else")}
        </Button>
        <Check checked={seats} onChange={setSeats}>
          {i18n._(
            "Also sign out of your seats in running matches, on this device too. You can take them back on your profile.",
          )}
        </Check>
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

interface PasskeyItemProps {
  readonly passkey: SignInMeans["passkeys"][number];
  /** From 1. */
  readonly number: number;
  readonly isOnly: boolean;
  readonly action: { readonly busy: boolean };
  readonly run: (step: (identity: Identity) => Promise<unknown>) => void;
}

/** A passkey of the account, which can be removed, or kept while its removal waits. */
function PasskeyItem({ passkey, number, isOnly, action, run }: PasskeyItemProps) {
  const { id, device = "", createdAt, usedAt, removedAt } = passkey;
  const day = (at: number) => i18n.date(at, { dateStyle: "medium" });
  return (
    <li className={styles.row}>
      <span>
        {i18n._("Passkey {number}, of {created}, last used {used}", {
          number,
          created: day(createdAt),
          used: day(usedAt),
        })}
        {device === "" ? null : ` · ${device}`}
      </span>
      {removedAt === undefined ? null : (
        <>
          <strong>
            {i18n._("It will be removed on {date}. Until then it works.", {
              date: i18n.date(removedAt, { dateStyle: "medium", timeStyle: "short" }),
            })}
          </strong>
          <Button
            tone="gold"
            aria-disabled={action.busy}
            onClick={() => run((identity) => identity.keepPasskey(id))}
          >
            {i18n._("Keep passkey {number}", { number })}
          </Button>
        </>
      )}
      {removedAt !== undefined || isOnly ? null : (
        <Button aria-disabled={action.busy} onClick={() => run((identity) => identity.removePasskey(id))}>
          {i18n._("Remove passkey {number}", { number })}
        </Button>
      )}
    </li>
  );
}
