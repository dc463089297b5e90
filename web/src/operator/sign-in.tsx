import type { OperatorInvited, OperatorSession } from "@flower-war/client-sdk/admin";
import { type ReactNode, useState } from "react";
import { Drawing } from "../art/drawing.tsx";
import { Button } from "../design/parts/button.tsx";
import { Field, Form } from "../design/parts/field.tsx";
import { createPasskey, provePasskey, whyNoPasskeys } from "../passkeys/passkeys.ts";
import { useAction } from "../session/use-action.ts";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import { OperatorNote } from "./act-form.tsx";
import { post } from "./api.ts";
import styles from "./operator.module.css";
import { describeRole } from "./words.ts";

/** What stands before the secret of an invitation in the address. */
const INVITATION = "#invitation=";

/** Returns the address at which an invitation is used. */
export function addressOf(invitation: string): string {
  return `${location.origin}/${INVITATION}${invitation}`;
}

/** Returns the invitation in the page's address; `null`: there is none. */
export function invitationInAddress(): string | null {
  return location.hash.startsWith(INVITATION) ? location.hash.slice(INVITATION.length) : null;
}

type PasskeyOptions = OperatorInvited["options"];

interface Props {
  readonly onSignedIn: (session: OperatorSession) => void;
}

function Brand() {
  return (
    <h1 className={styles.brand}>
      <Drawing sheet="signs" id="xochitl" />
      {i18n._("Operator")}
    </h1>
  );
}

/** The door: a passkey, or at first an operator's name and the admin's password. */
export function SignIn({ onSignedIn }: Props) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const action = useAction();
  const obstacle = whyNoPasskeys();
  const signIn = () =>
    action.run(async () => {
      const options = await post<PasskeyOptions>("signInOptions", {});
      onSignedIn(
        await post<OperatorSession>("passkeySession", { response: await provePasskey(options as never) }),
      );
    });
  return (
    <main className={styles.door}>
      <Form
        className={styles.box}
        aria-busy={action.busy}
        onSubmit={() =>
          action.run(async () => onSignedIn(await post<OperatorSession>("session", { name, password })))
        }
      >
        <Brand />
        <p>{i18n._("What you do here is noted under your name.")}</p>
        <Field
          label={i18n._("Your name")}
          value={name}
          maxLength={24}
          required
          autoFocus
          onChange={setName}
        />
        <Field
          label={i18n._("Admin password")}
          type="password"
          autoComplete="current-password"
          value={password}
          required
          onChange={setPassword}
        />
        <Button tone="go" type="submit">
          {i18n._("Sign in")}
        </Button>
        {obstacle === null ? (
          <Button onClick={signIn}>{i18n._("Sign in with a passkey")}</Button>
        ) : (
          <p className={styles.small}>{i18n._("Passkeys work at localhost, or over HTTPS.")}</p>
        )}
        <OperatorNote error={action.error} />
      </Form>
    </main>
  );
}

interface JoinProps extends Props {
  readonly invitation: string;
  readonly onLeave: () => void;
}

/** Lets who is invited create a passkey. */
export function Join({ invitation, onSignedIn, onLeave }: JoinProps) {
  const { answer, error } = useAnswer(invitation, () => post<OperatorInvited>("invitation", { invitation }));
  const action = useAction();
  const join = (options: PasskeyOptions) =>
    action.run(async () => {
      const response = await createPasskey(options as never);
      onSignedIn(await post<OperatorSession>("join", { invitation, response }));
    });
  let text: ReactNode = null;
  if (answer !== null) {
    const { name, role } = answer;
    text = i18n._("You are invited as {name}, {role}. What you do here is noted under this name.", {
      name,
      role: describeRole(role),
    });
  }
  const obstacle = whyNoPasskeys();
  return (
    <main className={styles.door}>
      <div className={styles.box} aria-busy={action.busy}>
        <Brand />
        <p>{text}</p>
        {answer !== null && obstacle === null ? (
          <Button tone="go" onClick={() => join(answer.options)}>
            {i18n._("Create a passkey")}
          </Button>
        ) : null}
        {obstacle === null ? null : <p>{i18n._("Passkeys work at localhost, or over HTTPS.")}</p>}
        <OperatorNote error={error ?? action.error} />
        <Button onClick={onLeave}>{i18n._("Not now")}</Button>
      </div>
    </main>
  );
}
