import { Refusal } from "@flower-war/client-sdk";
import { Suspense } from "react";
import { i18n } from "../texts/index.ts";
import { lazyPart } from "../texts/lazy-part.tsx";
import styles from "./refusal-note.module.css";
import type { RefusalTexts } from "./refusal-texts.ts";

/** Loads the words of all refusals, behind the page: they have to be there when the server is not. */
export const loadRefusals = async () => (await import("./refusal-sentence.tsx")).RefusalSentence;

const RefusalSentence = lazyPart(() => loadRefusals().catch(() => Unexplained));

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
      {error === null ? null : (
        <Suspense fallback={null}>
          <RefusalSentence error={error} texts={texts} />
        </Suspense>
      )}
    </div>
  );
}

/** A refusal whose words could not be loaded. */
function Unexplained({ error }: { readonly error: unknown }) {
  return (
    <p>
      {i18n._("That did not work. Try again.")} {error instanceof Refusal ? <code>{error.code}</code> : null}
    </p>
  );
}
