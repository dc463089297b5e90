import { Studies } from "@flower-war/client-sdk/study";
import { Link } from "wouter";
import { useSecondPress } from "../base/use-second-press.ts";
import { Button } from "../design/parts/button.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { catalogEntry } from "../games/catalog.ts";
import { listOwnStudies, type OwnStudy } from "../record/own-studies.ts";
import { studyPath } from "../replay/study-path.ts";
import { host } from "../session/host.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import styles from "./lists.module.css";
import { TEXTS } from "./refusals.ts";

/** The viewer's own studies on this server, to open and to delete. Nothing, if there are none. */
export function OwnStudies() {
  const { answer, error, refresh } = useAnswer("studies", listOwnStudies);
  const deleting = useAction();
  const remove = (id: string) =>
    deleting.run(async () => {
      await new Studies(host).delete(id);
      await refresh();
    });
  if (error === null && !answer?.length) return null;
  return (
    <Panel title={i18n._("Your studies")}>
      <ul className={styles.list} aria-label={i18n._("Your studies")}>
        {answer?.map((study) => (
          <li key={study.id} className={styles.item}>
            <p className={styles.words}>
              <Link href={studyPath(study.id)}>{nameOf(study)}</Link>
            </p>
            <Delete name={nameOf(study)} onDelete={() => remove(study.id)} />
          </li>
        ))}
      </ul>
      <RefusalNote error={error ?? deleting.error} texts={TEXTS} />
    </Panel>
  );
}

/** Deletes a study with a second press. */
function Delete({ name, onDelete }: { readonly name: string; readonly onDelete: () => void }) {
  const [asked, press] = useSecondPress(onDelete);
  return (
    <Button
      className={styles.small}
      aria-label={asked ? i18n._("Really delete {name}", { name }) : i18n._("Delete {name}", { name })}
      onClick={press}
    >
      {asked ? i18n._("Really?") : i18n._("Delete")}
    </Button>
  );
}

/** A study in a list: its game, and when it was changed last. */
const nameOf = ({ game, changedAt }: OwnStudy): string =>
  i18n._("{game}, {time}", {
    game: catalogEntry(game)?.title ?? game,
    time: i18n.date(changedAt, { dateStyle: "medium", timeStyle: "short" }),
  });
