import type { OperatorSession } from "@flower-war/client-sdk/admin";
import { useState } from "react";
import { Drawing } from "../art/drawing.tsx";
import { Button } from "../design/parts/button.tsx";
import { Field, Form } from "../design/parts/field.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { post } from "./api.ts";
import { OperatorNote } from "./operator-note.tsx";
import styles from "./operator.module.css";

/** The door: an operator's name and the admin's password. */
export function SignIn({ onSignedIn }: { readonly onSignedIn: (session: OperatorSession) => void }) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const action = useAction();
  return (
    <main className={styles.door}>
      <Form
        className={styles.box}
        aria-busy={action.busy}
        onSubmit={() =>
          action.run(async () => onSignedIn(await post<OperatorSession>("session", { name, password })))
        }
      >
        <h1 className={styles.brand}>
          <Drawing sheet="signs" id="xochitl" />
          {i18n._("Operator")}
        </h1>
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
        <OperatorNote error={action.error} />
      </Form>
    </main>
  );
}
