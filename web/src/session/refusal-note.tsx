import { Refusal } from "@flower-war/client-sdk";
import { Component, type ReactNode, Suspense } from "react";
import type { RefusalTexts } from "../refusals/refusal-texts.ts";
import { i18n } from "../texts/index.ts";
import { lazyPart } from "../texts/lazy-part.tsx";
import styles from "./refusal-note.module.css";

const RefusalSentence = lazyPart(
  async () => (await import("../refusals/refusal-sentence.tsx")).RefusalSentence,
  "refusals",
);

/** Loads the texts of all refusals. The page loads them early, so that it has them when the server cannot be reached. */
export const loadRefusals = RefusalSentence.load;

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
        <RefusalBoundary error={error}>
          <Suspense fallback={null}>
            <RefusalSentence error={error} texts={texts} />
          </Suspense>
        </RefusalBoundary>
      )}
    </div>
  );
}

interface BoundaryProps {
  readonly error: unknown;
  readonly children: ReactNode;
}

/** Shows a general sentence and the code if the texts of refusals cannot be loaded. */
class RefusalBoundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { error, children } = this.props;
    if (!this.state.failed) return children;
    return (
      <p>
        {i18n._("That did not work. Try again.")}{" "}
        {error instanceof Refusal ? <code>{error.code}</code> : null}
      </p>
    );
  }
}
