import { isStudyFile, readStudyFile, type StudyContent } from "@flower-war/client-sdk/study";
import { useState } from "react";
import { takeHandedOn } from "../record/handed-on.ts";
import type { ReplayedMatch } from "../record/load-replay.ts";
import { FilePage, RECORDS, readRecord } from "../replay/record-page.tsx";
import { host } from "../session/host.ts";
import { ownRules } from "../session/own-page.ts";
import { i18n } from "../texts/index.ts";
import { emptyStudy, LocalStudy } from "./local-study.ts";
import { StudyView } from "./study-view.tsx";

interface Opened {
  readonly study: LocalStudy;
  readonly replayed: ReplayedMatch;
}

/** A study in this browser alone: of the match that the viewer comes from, of a record, or as it was saved. */
export function StudyAlone() {
  const [handed] = useState(takeHandedOn);
  const [begun] = useState(() => (handed === null ? null : begin(handed, UNNAMED)));
  if (begun !== null) return <StudyView {...begun} first={null} />;
  return (
    <FilePage
      title={i18n._("Open a study")}
      accept={`.json,application/json,${RECORDS}`}
      read={readFile}
      words={i18n._(
        "Study a finished match alone, from its record or from a study that was saved. The file stays in this browser.",
      )}
    >
      {(opened) => <StudyView {...opened} first={null} />}
    </FilePage>
  );
}

/** A viewer who has no player on this server. */
const UNNAMED: StudyContent["owner"] = { player: "", name: "" };

const begin = (replayed: ReplayedMatch, owner: StudyContent["owner"], saved?: StudyContent): Opened => ({
  replayed,
  study: new LocalStudy(replayed.replay, saved ?? emptyStudy(replayed.replay, owner), owner),
});

/** Opens a study's file or a record. Rejects with a `Refusal`. */
async function readFile(text: string): Promise<Opened> {
  const known = await (await host.identity()).stored();
  const owner = known === null ? UNNAMED : { player: known.id, name: known.name };
  if (!isStudyFile(text)) return begin(await readRecord(text), owner);
  const { record, study } = await readStudyFile(text, ownRules());
  return begin(await readRecord(record), owner, study);
}
