import { type ComponentProps, useState } from "react";
import { Drawing } from "../art/drawing.tsx";
import { normalCode, paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { Loading } from "../design/page/loading.tsx";
import { Notice } from "../design/parts/notice.tsx";
import { catalogEntry } from "../games/catalog.ts";
import { loadReplay } from "../record/load-replay.ts";
import { host } from "../session/host.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import { useWatched } from "../watch/use-watched.ts";
import { EmbeddedReplay } from "./embedded-replay.tsx";
import { EmbeddedTable } from "./embedded-table.tsx";
import styles from "./embed.module.css";
import { OutLink } from "./out-link.tsx";

interface Props {
  /** The match's code, id or invitation; `""`: the address has none. */
  readonly name: string;
}

/** The match that the address of a frame in another site names, to be watched: live, and from its record when it is over. */
export function EmbedPage() {
  const [, named = ""] = /^\/embed\/([\w-]+)\/?$/i.exec(location.pathname) ?? [];
  return <EmbeddedMatch name={normalCode(named)} />;
}

function EmbeddedMatch({ name }: Props) {
  const { answer: summary, error } = useAnswer(name === "" ? null : name, () => host.findMatch(name));
  const [replays, setReplays] = useState(false);
  if (error !== null || name === "") return <NothingToSee error={error} />;
  if (summary === null) return <Loading />;
  if (catalogEntry(summary.game) === undefined) return <NothingToSee error={null} />;
  if (summary.over || replays) return <FinishedMatch name={name} />;
  return <LiveMatch name={name} table={summary.table ?? null} onReplay={() => setReplays(true)} />;
}

type LiveProps = Props & Pick<ComponentProps<typeof EmbeddedTable>, "table" | "onReplay">;

function LiveMatch({ name, ...table }: LiveProps) {
  const { sitting, error } = useWatched(name);
  if (sitting !== null)
    return <EmbeddedTable key={sitting.match.id} sitting={sitting} name={name} {...table} />;
  return error === null ? <Loading /> : <NothingToSee error={error} />;
}

function FinishedMatch({ name }: Props) {
  const { answer, error } = useAnswer(name, () => loadReplay(name));
  if (answer !== null) return <EmbeddedReplay replayed={answer} />;
  return error === null ? <Loading /> : <NothingToSee error={error} />;
}

/** @param error why the match cannot be shown; `null`: there is none */
function NothingToSee({ error }: { readonly error: unknown }) {
  const title = i18n._("This match cannot be shown");
  usePage(title);
  return (
    <main className={styles.nothing}>
      <Notice
        level={1}
        tone="dark"
        picture={<Drawing sheet="signs" id="miquiztli" />}
        title={title}
        actions={<OutLink path={paths.lobby}>{i18n._("To the lobby")}</OutLink>}
      >
        {error === null ? (
          <p>{i18n._("Nothing on this server has this address.")}</p>
        ) : (
          <RefusalNote error={error} />
        )}
      </Notice>
    </main>
  );
}
