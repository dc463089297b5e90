import { parsePosition, Studies, type Study } from "@flower-war/client-sdk/study";
import { useEffect, useState } from "react";
import { useSearchParams } from "wouter";
import { paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { Loading } from "../design/page/loading.tsx";
import { NoticePage } from "../design/page/notice-page.tsx";
import { Button } from "../design/parts/button.tsx";
import { GoButton } from "../design/parts/go-button.tsx";
import { findSummary, openRecord, type ReplayedMatch } from "../record/load-replay.ts";
import { host } from "../session/host.ts";
import { ownPlayer } from "../session/own-player.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { i18n } from "../texts/index.ts";
import { TEXTS } from "./refusals.ts";
import type { StudyStore } from "./study-store.ts";
import { StudyView } from "./study-view.tsx";

interface Opened {
  readonly study: StudyStore;
  readonly replayed: ReplayedMatch;
}

/** A study by its id. `?at=` names the moment at which it opens. */
export function SharedStudy({ id }: { readonly id: string }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [search] = useSearchParams();
  const [first] = useState(() => parsePosition(search.get("at") ?? ""));
  useEffect(() => {
    const closing = new AbortController();
    open(id, closing.signal).then(setOpened, (reason: unknown) => {
      if (!closing.signal.aborted) setError(reason);
    });
    return () => closing.abort();
  }, [id]);
  if (opened !== null) return <StudyView {...opened} first={first} />;
  return error === null ? <Loading /> : <NoStudy error={error} />;
}

/** Opens a study for as long as the signal is not given. */
async function open(id: string, signal: AbortSignal): Promise<Opened> {
  const viewer = await ownPlayer();
  const study = await new Studies(host).open(id, { signal });
  signal.addEventListener("abort", () => study.leave());
  if (signal.aborted) study.leave();
  const [record, summary] = await Promise.all([study.record({ signal }), findSummary(study.content.match)]);
  return {
    study: storeOf(study, viewer.id),
    replayed: await openRecord(record, summary, study.content.match),
  };
}

/** A study of a server, as the page uses it. */
const storeOf = (study: Study, viewer: string): StudyStore => ({
  id: study.id,
  viewer,
  get content() {
    return study.content;
  },
  get people() {
    return study.people;
  },
  get connection() {
    return study.connection;
  },
  subscribe: (listener) => study.on("change", listener),
  goTo: (position) => study.goTo(position),
  comment: (at, text) => study.comment(at, text),
  mark: (at, place) => study.mark(at, place),
  play: (from, seat, command) => study.play(from, seat, command),
  // Comments, marks and branches are removed alike.
  remove: (item) => study.removeComment(item),
  setOpen: (open) => study.setOpen(open),
  delete: () => new Studies(host).delete(study.id),
});

/** There is no such study, it cannot be shown here, or the server cannot be asked. */
export function NoStudy({ error }: { readonly error: unknown }) {
  usePage(i18n._("Study"));
  return (
    <NoticePage
      tone="dark"
      sign="miquiztli"
      title={i18n._("No study to show")}
      actions={
        <>
          <GoButton tone="gold" to={paths.lobby}>
            {i18n._("To the lobby")}
          </GoButton>
          <Button onClick={() => location.reload()}>{i18n._("Try again")}</Button>
        </>
      }
    >
      <RefusalNote error={error} texts={TEXTS} />
    </NoticePage>
  );
}
