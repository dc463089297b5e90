import { use } from "react";
import { Button } from "../../design/parts/button.tsx";
import { TwoLines } from "../../design/parts/two-lines.tsx";
import { SeatSign } from "../../session/seat-sign.tsx";
import { i18n } from "../../texts/index.ts";
import { LastLineContext } from "./last-line.ts";
import styles from "./open-log.module.css";

/** On phones: what happened last, and the button that opens the sheet with log and more. */
export function OpenLog({ sheet }: { readonly sheet: string }) {
  const last = use(LastLineContext);
  return (
    <Button className={styles.open} popoverTarget={sheet}>
      {last === null ? null : (
        <>
          <SeatSign seat={last.seat} size="small" />
          <TwoLines>{last.words}</TwoLines>
        </>
      )}
      <span className={styles.log}>{last === null ? i18n._("Log and more") : i18n._("Log")}</span>
    </Button>
  );
}
