import { Refusal } from "@flower-war/client-sdk";
import { i18n } from "../texts/index.ts";
import styles from "./refusal-note.module.css";
import { describeRefusal } from "./refusal-texts.ts";

interface Props {
  /** What was thrown; `null`: nothing was refused. */
  readonly error: unknown;
  /** The game's own sentence for a code, where it has one. */
  readonly words?: (code: string) => string | undefined;
}

/** Shows a refusal in words and with its code, as soon as there is one. */
export function RefusalNote({ error, words }: Props) {
  return (
    <div role="alert" className={styles.note}>
      {error === null ? null : <Sentence error={error} words={words} />}
    </div>
  );
}

function Sentence({ error, words }: { error: unknown; words: Props["words"] | undefined }) {
  if (!(error instanceof Refusal)) {
    return <p>{i18n._("Something went wrong on this page: {error}", { error: String(error) })}</p>;
  }
  const { code, wait } = error;
  return (
    <p>
      {words?.(code) ?? describeRefusal(error)}
      {wait === undefined
        ? null
        : ` ${i18n._("Try again in {seconds} s.", { seconds: Math.ceil(wait / 1000) })}`}{" "}
      <code>{code}</code>
    </p>
  );
}
