import { type AnyMatch, Refusal, systemTime } from "@flower-war/client-sdk";
import { useLocation } from "wouter";
import { nameOf, paths } from "../base/routes.ts";
import { useLooks } from "../base/use-looks.ts";
import { Loading } from "../design/page/loading.tsx";
import { NoticePage } from "../design/page/notice-page.tsx";
import { Button } from "../design/parts/button.tsx";
import { GoButton } from "../design/parts/go-button.tsx";
import { host } from "../session/host.ts";
import { rememberName } from "../session/memory.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { sitDown } from "../session/sitting.ts";
import { rememberTournament } from "../session/tournament-of.ts";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import { TEXTS } from "./refusals.ts";
import { TournamentView } from "./tournament-view.tsx";
import { findTournament, tournaments, useViewer } from "./tournaments.ts";

/** ms between two looks while the page is seen, of a tournament that goes on and of one that has not begun. */
const INTERVAL = 3000;
const BEFORE = 6000;
/** The same while the page is not seen, for those who take part: they are told when their match is ready. */
const HIDDEN = 10_000;

/** One tournament, as it is now. */
export function TournamentPage({ id }: { readonly id: string }) {
  const { answer, error, look, refresh, retry } = useAnswer(id, () => findTournament(id));
  const viewer = useViewer();
  const [, goTo] = useLocation();
  const status = answer?.status;
  useLooks(look, status === "gathering" ? BEFORE : INTERVAL, status !== undefined && status !== "over");
  const takesPart = answer?.standings.some(({ id, active }) => active && id === viewer.answer?.id);
  useLooks(look, HIDDEN, status !== "over" && takesPart === true, true);
  if (answer === null && error !== null) return <NoTournament error={error} onRetry={retry} />;
  if (answer === null || viewer.asking) return <Loading />;
  const acts = {
    register: async (name: string) => {
      const identity = await host.identity();
      if ((await identity.stored())?.name !== name) await identity.rename(name);
      rememberName(name);
      await tournaments.register(id);
      await Promise.all([viewer.refresh(), refresh()]);
    },
    withdraw: async () => {
      await tournaments.withdraw(id);
      await refresh();
    },
    play: async (match: string) => {
      rememberTournament(match, id);
      const sitting = await sitDown(takeSeat(match));
      goTo(paths.match(nameOf(sitting.match)));
    },
    direct: async (act: Parameters<typeof tournaments.direct>[1]) => {
      await tournaments.direct(id, act);
      await refresh();
    },
  };
  return <TournamentView tournament={answer} viewer={viewer.answer} live={error === null} acts={acts} />;
}

/** How often a match that was just paired is looked for, and the ms between. */
const TRIES = 10;
const WAIT = 500;

/** Takes the viewer's seat in a match. It is paired before it is created. */
async function takeSeat(match: string): Promise<AnyMatch> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await host.join(match, { own: true });
    } catch (error) {
      if (tries === TRIES || !(error instanceof Refusal) || error.code !== "unknown-match") throw error;
      await new Promise<void>((resolve) => void systemTime.after(WAIT, resolve));
    }
  }
}

interface NoTournamentProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** There is no such tournament, or the server cannot be asked. */
function NoTournament({ error, onRetry }: NoTournamentProps) {
  return (
    <NoticePage
      tone="dark"
      sign="miquiztli"
      title={i18n._("No tournament to show")}
      actions={
        <>
          <GoButton tone="gold" to={paths.tournaments}>
            {i18n._("All tournaments")}
          </GoButton>
          <Button onClick={onRetry}>{i18n._("Try again")}</Button>
        </>
      }
    >
      <RefusalNote error={error} texts={TEXTS} />
    </NoticePage>
  );
}
