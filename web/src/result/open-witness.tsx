import type { Witness } from "@flower-war/client-sdk/verify";
import { useRef } from "react";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import styles from "./dice.module.css";
import { readWitnessFile } from "./own-witness.ts";

const TEXTS = {
  "not-witness": () =>
    i18n._("This file is not a witness. Choose the file that you saved in the other browser."),
  "other-match": () => i18n._("This is the witness of another match."),
};

interface Props {
  /** The match's id or invitation. */
  readonly match: string;
  readonly onOpen: (witness: Witness) => void;
}

/** Asks for the witness of a match that was played in another browser. */
export function OpenWitness({ match, onOpen }: Props) {
  const action = useAction();
  const input = useRef<HTMLInputElement>(null);
  const open = (file: File) => action.run(async () => onOpen(await readWitnessFile(file, match)));
  return (
    <div className={styles.ask}>
      <p>
        {i18n._("Did you play in another browser? Save there what you saw, and open it here.")}{" "}
        {i18n._("Without that witness the server alone could have chosen the dice.")}
      </p>
      <Button aria-disabled={action.busy} onClick={() => input.current?.click()}>
        <Icon id="eye" />
        {i18n._("Open your witness")}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) open(file);
          currentTarget.value = ""; // the same file can be chosen again
        }}
      />
      <RefusalNote error={action.error} texts={TEXTS} />
    </div>
  );
}
