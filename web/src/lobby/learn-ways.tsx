import { Link, useLocation } from "wouter";
import { paths } from "../base/routes.ts";
import { Drawing } from "../art/drawing.tsx";
import { Button } from "../design/parts/button.tsx";
import { lessonProgress } from "../session/memory.ts";
import { i18n } from "../texts/index.ts";
import styles from "./play-form.module.css";

/** The way to the lesson that newcomers see first. */
export function LearnButton() {
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
