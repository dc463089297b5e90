import { useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Field } from "../design/parts/field.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./physical-temple.module.css";

interface Props {
  readonly busy: boolean;
  readonly onPair: (code: string) => void;
}

/** Asks for the code that a temple shows. A pasted one may have spaces and small letters. */
export function PairForm({ busy, onPair }: Props) {
  const [code, setCode] = useState("");
  return (
    <form
      className={styles.form}
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        onPair(code.replaceAll(/\s/g, "").toUpperCase());
      }}
    >
      <p>{i18n._("Beads that you drop into a temple of wood and stone become your offerings here.")}</p>
      <Field
        label={i18n._("Code that the temple shows")}
        className={styles.code ?? ""}
        value={code}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={setCode}
      />
      <Button type="submit" tone="go" aria-disabled={busy}>
        {i18n._("Pair")}
      </Button>
      <ul className={styles.help}>
        <li>{i18n._("No code? Press the temple's pair button.")}</li>
        <li>{i18n._("Is it blank? Press any of its buttons to wake it.")}</li>
      </ul>
    </form>
  );
}
