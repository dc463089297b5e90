import { Drawing } from "../art/drawing.tsx";
import { Button } from "../design/parts/button.tsx";
import { i18n } from "../texts/index.ts";
import { LearnButton } from "./learn-ways.tsx";
import styles from "./play-form.module.css";

interface Props {
  readonly busy: boolean;
  /** Whether the person is new here: the lesson comes first, and the match is a short one. */
  readonly newcomer: boolean;
  readonly onPlay: () => void;
  readonly onCreate: () => void;
}

/** The form's id, for the field of the viewer's name, which stands below it. */
export const PLAY_FORM = "play";

/** The two ways to start a match. */
export function PlayForm({ busy, newcomer, onPlay, onCreate }: Props) {
  return (
    <form
      id={PLAY_FORM}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onPlay();
      }}
    >
      {newcomer ? <LearnButton /> : null}
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
