import { Refusal } from "@flower-war/client-sdk";
import { i18n } from "../texts/index.ts";
import styles from "./refusal-note.module.css";
import { describeRefusal, type RefusalTexts } from "./refusal-texts.ts";

interface Props {
  /** What was thrown; `null`: nothing was refused. */
  readonly error: unknown;
  /** Texts of the part that shows it. */
  readonly texts?: RefusalTexts;
}

/** Shows a refusal in words and with its code, as soon as there is one. */
export function RefusalNote({ error, texts }: Props) {
  return (
    <div role="alert" className={styles.note}>
      {error === null ? null : <Sentence error={error} texts={texts} />}
    </div>
  );
}

function Sentence({ error, texts }: { readonly error: unknown; readonly texts: RefusalTexts | undefined }) {
  if (!(error instanceof Refusal)) {
    return <p>{i18n._("Something went wrong on this page: {error}", { error: String(error) })}</p>;
  }
  const { code, wait } = error;
  return (
    <p>
      {describeRefusal(error, texts)}
      {wait === undefined
        ? null
        : ` ${i18n._("Try again in {seconds} s.", { seconds: Math.ceil(wait / 1000) })}`}{" "}
      <code>{code}</code>
    </p>
  );
}
