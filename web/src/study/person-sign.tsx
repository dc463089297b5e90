import "./people-colours.css";
import type { StudyContent } from "@flower-war/client-sdk/study";
import { colourOf } from "./colours.ts";
import styles from "./person-sign.module.css";
import { personName } from "./words.ts";

interface Props {
  readonly person: StudyContent["owner"];
}

/** A person's colour with the first letter of their name. Decoration: their name stands beside it. */
export function PersonSign({ person }: Props) {
  const [letter = "?"] = personName(person);
  return (
    <span className={styles.sign} data-colour={colourOf(person.player)} aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  );
}
