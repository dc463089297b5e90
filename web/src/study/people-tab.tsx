import { type StudyContent, writeStudyFile } from "@flower-war/client-sdk/study";
import { useLocation } from "wouter";
import { saveFile } from "../base/save-file.ts";
import { useSecondPress } from "../base/use-second-press.ts";
import { Button } from "../design/parts/button.tsx";
import { GoButton } from "../design/parts/go-button.tsx";
import { Segments } from "../design/parts/segments.tsx";
import { studyPath } from "../replay/study-path.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import styles from "./lists.module.css";
import { PersonSign } from "./person-sign.tsx";
import { TEXTS } from "./refusals.ts";
import type { StudyStore } from "./study-store.ts";
import { personName } from "./words.ts";

interface Props {
  readonly study: StudyStore;
  readonly record: string;
}

/** Who is here, who may change the study, and the study as a file. */
export function PeopleTab({ study, record }: Props) {
  const { content, people, viewer, id } = study;
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={i18n._("People")}>
      {id === "" ? (
        <p>
          {i18n._("You are alone here: the study is in this browser only. Save it as a file to keep it.")}
        </p>
      ) : (
        <ul className={styles.list} aria-label={i18n._("Who is here")}>
          {people.map((person) => (
            <li key={person.player} className={styles.item}>
              <PersonSign person={person} />
              <p className={styles.words}>{roleWords(person, content.owner, viewer)}</p>
            </li>
          ))}
        </ul>
      )}
      {id === "" ? null : <Openness study={study} />}
      <Button
        onClick={() => {
          saveFile(
            `study-${content.match}.json`,
            writeStudyFile({ record, study: content }),
            "application/json",
          );
          study.noteSaved?.();
        }}
      >
        {i18n._("Save as a file")}
      </Button>
      {id === "" ? null : <GoButton to={studyPath("")}>{i18n._("Your studies")}</GoButton>}
      {study.delete && content.owner.player === viewer ? (
        <Delete onDelete={async () => study.delete?.()} />
      ) : null}
    </div>
  );
}

/** Deletes the study with a second press, and goes to the others of its owner. */
function Delete({ onDelete }: { readonly onDelete: () => Promise<unknown> }) {
  const [, goTo] = useLocation();
  const deleting = useAction();
  const [asked, press] = useSecondPress(() =>
    deleting.run(async () => {
      await onDelete();
      goTo(studyPath(""));
    }),
  );
  return (
    <>
      <Button aria-disabled={deleting.busy} onClick={press}>
        {asked ? i18n._("Really delete it for all") : i18n._("Delete this study")}
      </Button>
      <RefusalNote error={deleting.error} texts={TEXTS} />
    </>
  );
}

type Person = StudyContent["owner"];

function roleWords(person: Person, owner: Person, viewer: string): string {
  const name = personName(person);
  const isOwner = person.player === owner.player;
  if (person.player === viewer)
    return isOwner ? i18n._("{name}: you, the owner", { name }) : i18n._("{name}: you", { name });
  return isOwner ? i18n._("{name}: the owner", { name }) : name;
}

/** Who may change the study: its owner chooses, all others read it. */
function Openness({ study }: { readonly study: StudyStore }) {
  const { content, viewer } = study;
  const setting = useAction();
  if (content.owner.player !== viewer)
    return (
      <p>
        {content.open === "all"
          ? i18n._("All who have the link may change the study.")
          : i18n._("Only the owner may change the study. You can step on your own.")}
      </p>
    );
  return (
    <>
      <h3>{i18n._("Who may change it")}</h3>
      <Segments
        label={i18n._("Who may change it")}
        options={[
          { value: "all" as const, label: i18n._("All") },
          { value: "owner" as const, label: i18n._("Only you") },
        ]}
        value={content.open}
        onChange={(open) => setting.run(() => study.setOpen(open))}
      />
      <p>{i18n._("All who have the link can read the study.")}</p>
      <RefusalNote error={setting.error} texts={TEXTS} />
    </>
  );
}
