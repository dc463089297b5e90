import { useState } from "react";
import { normalCode } from "../base/routes.ts";
import { Button } from "../design/parts/button.tsx";
import { Field, Form } from "../design/parts/field.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./code-form.module.css";

/** Opens a match by the code that the viewer got from another player. */
export function CodeForm({ onOpen }: { readonly onOpen: (code: string) => void }) {
  const [code, setCode] = useState("");
  return (
    <Form className={styles.form} onSubmit={() => onOpen(normalCode(code))}>
      <Field
        label={i18n._("Code")}
        aria-label={i18n._("Code of a match")}
        value={code}
        required
        pattern="\s*[A-Za-z0-9_\-]+\s*"
        title={i18n._("Letters and digits")}
        placeholder="A346"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={setCode}
      />
      <Button type="submit">{i18n._("Open")}</Button>
    </Form>
  );
}
