import { Drawing } from "../art/drawing.tsx";
import { Button } from "../design/parts/button.tsx";
import { NameField } from "../session/name-field.tsx";
import { i18n } from "../texts/index.ts";
import { LearnButton } from "./learn-ways.tsx";
import styles from "./play-form.module.css";

interface Props {
  readonly name: string;
  readonly busy: boolean;
  /** Whether the person is new here: the lesson comes first, and the match is a short one. */
  readonly newcomer: boolean;
  readonly onName: (name: string) => void;
  readonly onPlay: () => void;
  readonly onCreate: () => void;
}

/** The viewer's name, and the two ways to start a match. */
export function PlayForm({ name, busy, newcomer, onName, onPlay, onCreate }: Props) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onPlay();
      }}
    >
      {newcomer ? <LearnButton /> : null}
      <NameField name={name} onChange={onName} />
      <div className={styles.buttons}>
        <Button
          type="submit"
          tone={newcomer ? "gold" : "go"}
          className={styles.play ?? ""}
          aria-disabled={busy}
        >
          <Drawing sheet="marks" id="die-5" className={styles.die} />
          <span>
            {i18n._("Play now")}
            <small>
              {newcomer
                ? i18n._("a short evening with bots, about 20 minutes")
                : i18n._("a table with people or bots, in seconds")}
            </small>
          </span>
        </Button>
        <Button onClick={onCreate}>{i18n._("Create a table")}</Button>
      </div>
    </form>
  );
}
