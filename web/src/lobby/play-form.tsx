import { Drawing } from "../art/drawing.tsx";
import { Button } from "../design/parts/button.tsx";
import { Form } from "../design/parts/field.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./play-form.module.css";
import { Link, useLocation } from "wouter";
import { paths } from "../base/routes.ts";
import { lessonProgress } from "../session/memory.ts";

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
    <Form id={PLAY_FORM} className={styles.form} onSubmit={onPlay}>
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
    </Form>
  );
}

/** The way to the lesson that newcomers see first. */
function LearnButton() {
  const [, goTo] = useLocation();
  return (
    <Button tone="go" className={styles.first ?? ""} onClick={() => goTo(paths.learn)}>
      <Drawing sheet="signs" id="ocelotl" className={styles.die} />
      <span>
        {i18n._("Learn in five minutes")}
        <small>{i18n._("a first match that shows you everything")}</small>
      </span>
    </Button>
  );
}

/** The way to the lesson and to the rules for all others. */
export function LearnLinks() {
  const known = lessonProgress();
  const within = known !== null && known.step !== null && !known.skipped;
  return (
    <p className={styles.links}>
      <Link href={paths.learn}>
        {within ? i18n._("Go on with the lesson") : i18n._("Learn in five minutes")}
      </Link>
      <Link href={paths.rules("flower-war")}>{i18n._("Read the rules")}</Link>
    </p>
  );
}
