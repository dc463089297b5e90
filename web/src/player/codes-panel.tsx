import { Button } from "../design/parts/button.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./player-page.module.css";

interface Props {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** New recovery codes, which are shown this once. */
export function CodesPanel({ codes, onDone }: Props) {
  return (
    <Panel title={i18n._("Your recovery codes")} lit>
      <p>
        {i18n._(
          "Write them down and keep them safe: this is the only time you see them. If you lose your devices, each code signs you in once.",
        )}
      </p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.row}>
        <Button onClick={() => void navigator.clipboard.writeText(codes.join("\n"))}>{i18n._("Copy")}</Button>
        <Button tone="gold" onClick={onDone}>
          {i18n._("I have them")}
        </Button>
      </div>
    </Panel>
  );
}
