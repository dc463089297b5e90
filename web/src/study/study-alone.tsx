import { isStudyFile, readStudyFile, type StudyContent } from "@flower-war/client-sdk/study";
import { Suspense, use, useEffect, useState } from "react";
import { Loading } from "../design/page/loading.tsx";
import { takeHandedOn } from "../record/handed-on.ts";
import type { ReplayedMatch } from "../record/load-replay.ts";
import { FilePage, RECORDS, readRecord } from "../replay/record-page.tsx";
import { host } from "../session/host.ts";
import { ownRules } from "../session/own-page.ts";
import { i18n } from "../texts/index.ts";
import { emptyStudy, localPerson, LocalStudy } from "./local-study.ts";
import { OwnStudies } from "./own-studies.tsx";
import { StudyView } from "./study-view.tsx";

interface Opened {
  readonly study: LocalStudy;
  readonly replayed: ReplayedMatch;
}

/** A study in this browser alone: of the match that the viewer comes from, of a record, or as it was saved. */
export function StudyAlone() {
  const [handed] = useState(takeHandedOn);
  const [begun] = useState(() => (handed === null ? null : begin(handed)));
  if (begun !== null)
    return (
      // What waits here would else be begun anew.
      <Suspense fallback={<Loading />}>
        <Begun opened={begun} />
      </Suspense>
    );
  return (
    <FilePage
      title={i18n._("Open a study")}
      accept={`.json,application/json,${RECORDS}`}
      read={readFile}
      below={<OwnStudies />}
      words={i18n._(
        "Study a finished match alone, from its record or from a study that was saved. The file stays in this browser.",
      )}
    >
      {(opened) => <Kept {...opened} />}
    </FilePage>
  );
}

const Begun = ({ opened }: { readonly opened: Promise<Opened> }) => <Kept {...use(opened)} />;

/** A study that the browser asks about before it is closed, if no file has all of it. */
function Kept({ study, replayed }: Opened) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (study.isUnsaved) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [study]);
  return <StudyView study={study} replayed={replayed} first={null} />;
}

async function begin(replayed: ReplayedMatch, saved?: StudyContent): Promise<Opened> {
  const owner = localPerson(await (await host.identity()).stored());
  return {
    replayed,
    study: new LocalStudy(replayed.replay, saved ?? emptyStudy(replayed.replay, owner), owner),
  };
}

/** Opens a study's file or a record. Rejects with a `Refusal`. */
async function readFile(text: string): Promise<Opened> {
  if (!isStudyFile(text)) return begin(await readRecord(text));
  const { record, study } = await readStudyFile(text, ownRules());
  return begin(await readRecord(record), study);
}
