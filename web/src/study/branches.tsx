import type { StudyPosition } from "@flower-war/client-sdk/study";
import { useSecondPress } from "../base/use-second-press.ts";
import { Button } from "../design/parts/button.tsx";
import type { Steps } from "../record/steps.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import styles from "./lists.module.css";
import { PersonSign } from "./person-sign.tsx";
import { TEXTS } from "./refusals.ts";
import { mayRemove, type StudyStore } from "./study-store.ts";
import { beginningWords, numberOf, personName } from "./words.ts";

interface Props {
  readonly study: StudyStore;
  /** Those of the match. */
  readonly steps: Steps;
  readonly at: StudyPosition;
  readonly onGo: (to: StudyPosition) => void;
}

/** All branches: who made each, and from which position. */
export function BranchList({ study, steps, at, onGo }: Props) {
  const removing = useAction();
  const { branches } = study.content;
  return (
    <>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={i18n._("What if")}>
        <p>
          {i18n._(
            "Play on from any position, by the rules. Dice and decks ahead are dealt anew, so it is not what would have happened.",
          )}
        </p>
        <ol className={styles.list}>
          {branches.map((branch) => (
            <li
              key={branch.id}
              className={styles.item}
              aria-current={branch.id === at.line ? "true" : undefined}
            >
              <PersonSign person={branch.by} />
              <div className={styles.words}>
                <p className={styles.head}>
                  <button
                    type="button"
                    className={styles.link}
                    onClick={() => onGo({ line: branch.id, n: 0 })}
                  >
                    {i18n._("What if {number}", { number: numberOf(branch.id) })}
                  </button>
                  <bdi>{personName(branch.by)}</bdi>
                </p>
                <p>
                  {beginningWords(branch, steps)}
                  {", "}
                  {i18n._("{count, plural, one {# step} other {# steps}}", { count: branch.steps.length })}
                </p>
              </div>
              {mayRemove(study, branch.by) ? (
                <Remove
                  number={numberOf(branch.id)}
                  onRemove={() => removing.run(() => study.remove(branch.id))}
                />
              ) : null}
            </li>
          ))}
        </ol>
      </div>
      <RefusalNote error={removing.error} texts={TEXTS} />
    </>
  );
}

/** Removes a branch with a second press: with it go its comments and marks. */
function Remove({ number, onRemove }: { readonly number: number; readonly onRemove: () => void }) {
  const [asked, press] = useSecondPress(onRemove);
  return (
    <Button className={styles.small} onClick={press}>
      {asked ? i18n._("Really remove what if {number}", { number }) : i18n._("Remove")}
    </Button>
  );
}
