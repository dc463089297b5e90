import { type GameName, type Match, Refusal } from "@flower-war/client-sdk";
import { type ReactNode, Suspense, useCallback, useEffect } from "react";
import { useLocation } from "wouter";
import { Drawing } from "../art/drawing.tsx";
import { lastingNameOf, paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { CenteredPage } from "../design/page/frame.tsx";
import { Loading } from "../design/page/loading.tsx";
import { Button } from "../design/parts/button.tsx";
import { Notice } from "../design/parts/notice.tsx";
import { Dice, ProofOfDice } from "../fairness/dice.tsx";
import { keptWitness } from "../fairness/witness.tsx";
import { describeOutcome } from "../game-frame/describe-outcome.ts";
import type { Story } from "../game-frame/story.ts";
import { sceneOf, useMatch } from "../game-frame/use-match.ts";
import { catalogEntry } from "../games/catalog.ts";
import { useGameUi } from "../games/load-game.ts";
import { type FinishedMatch, finishedOf } from "../session/finished-match.ts";
import { host } from "../session/host.ts";
import { rememberToken } from "../session/memory.ts";
import { OWN_GAMES } from "../session/own-games.ts";
import { moduleOf } from "../session/own-versions.ts";
import { NoMatch } from "../no-match/no-match.tsx";
import { useAnswer } from "../session/use-answer.ts";
import { currentLanguage, i18n, loadWithTexts } from "../texts/index.ts";
import { lazyPart } from "../texts/lazy-part.tsx";
import { GoToRematch, PlayAgain, RematchButton } from "./rematch.tsx";
import { ResultView } from "./result-view.tsx";
import { useRatingChanges } from "./use-rating-changes.ts";

/** A match that is over and whose table is still open. */
export function ResultPage<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const ui = useGameUi(match);
  const scene = sceneOf(match);
  const { outcome, code, game, seats, status, token, watchDelay } = match;
  const id = lastingNameOf(match);
  const story = useStory(status === "over" ? id : null);
  const isPlayed = seats.filter(({ kind }) => kind === "human").length > 1;
  const changes = useRatingChanges(status === "over" && isPlayed ? id : null, watchDelay);
  useEffect(() => {
    if (status === "over" && token !== null) rememberToken(match.id, token);
  }, [status, match.id, token]);
  useMatch(match);
  return (
    <ResultView
      id={id}
      code={code}
      game={game}
      people={seats}
      outcome={outcome}
      changes={changes}
      sentence={outcome === null || scene === null ? null : describeOutcome(ui, outcome, scene)}
      board={scene === null ? null : <ui.Board scene={scene} />}
      dice={<Dice match={match} />}
      again={<RematchButton match={match} />}
      replay={status === "over"}
      story={story}
    />
  );
}

const LastPosition = lazyPart(async () => (await import("./last-position.tsx")).LastPosition);

/** A match that is over and whose table is closed, from its stored result. */
export function ClosedMatch({ code }: { readonly code: string }) {
  const { answer, error } = useAnswer(code, () => host.findMatch(code));
  if (error instanceof Refusal && error.code === "unknown-match") return <NoMatch code={code} />;
  if (error !== null) return <NoMatch code={code} error={error} />;
  if (answer === null) return <Loading />;
  const finished = finishedOf(answer, code);
  if (finished === null) return <NeverBegan />;
  return <ClosedResult finished={finished} />;
}

/** The result of a match whose table is closed; with its record also the last position and the proof of its dice. */
export function ClosedResult({ finished }: { readonly finished: FinishedMatch }) {
  return hasTable(finished) ? <ShownResult finished={finished} /> : <BareResult finished={finished} />;
}

/** Whether the page can show the table of a finished match. */
function hasTable({ game, version }: FinishedMatch): boolean {
  const own = OWN_GAMES.get(game);
  return own === undefined ? catalogEntry(game) !== undefined : moduleOf(own, version) !== undefined;
}

/** The result of a match whose game is gone, or the version that it was played with: who won, and its record. */
function BareResult({ finished }: { readonly finished: FinishedMatch }) {
  const { id, game, rematch, record } = finished;
  return (
    <ResultView
      {...finished}
      sentence={null}
      board={null}
      dice={
        <p>
          {i18n._(
            "This server no longer has the game, or not in the version of this match: there is no board and no replay.",
          )}{" "}
          {record ? (
            <a href={host.recordUrl(id)} download={`${id}.jsonl`}>
              {i18n._("The match's record")}
            </a>
          ) : null}
        </p>
      }
      again={
        rematch === null ? catalogEntry(game) && <PlayAgain game={game} /> : <GoToRematch id={rematch} />
      }
      replay={false}
      story={null}
    />
  );
}

function ShownResult({ finished }: { readonly finished: FinishedMatch }) {
  const { id, code, game, people, outcome, changes, record, endedAt, rematch } = finished;
  const ui = useGameUi(finished);
  const story = useStory(record ? id : null);
  const witness = useCallback(() => keptWitness(id), [id]);
  const ended = new Intl.DateTimeFormat(i18n.locale, { dateStyle: "long" }).format(endedAt);
  const gone: ReactNode = (
    <p>
      {i18n._("The match ended on {date}. Its record is no longer kept, so there is no replay.", {
        date: ended,
      })}
    </p>
  );
  return (
    <ResultView
      id={id}
      code={code}
      game={game}
      people={people}
      outcome={outcome}
      changes={changes}
      sentence={describeOutcome(ui, outcome, { seat: null, people })}
      board={
        record ? (
          <Suspense fallback={null}>
            <LastPosition finished={finished} />
          </Suspense>
        ) : null
      }
      dice={record ? <ProofOfDice id={id} witness={witness} /> : gone}
      again={rematch === null ? <PlayAgain game={game} /> : <GoToRematch id={rematch} />}
      replay={record}
      story={story}
    />
  );
}

/** A match that closed before it began. */
function NeverBegan() {
  const [, goTo] = useLocation();
  usePage(i18n._("This match is over"));
  return (
    <CenteredPage>
      <Notice
        level={1}
        picture={<Drawing sheet="signs" id="xochitl" />}
        title={i18n._("This match is over")}
        actions={<Button onClick={() => goTo(paths.lobby)}>{i18n._("To the lobby")}</Button>}
      >
        {i18n._("It closed before it began.")}
      </Notice>
    </CenteredPage>
  );
}

/**
 * Returns the story of a match; `null` while it is loaded, and where there is none: the result has all that matters without it.
 * @param id `null`: the match's record is not there
 */
function useStory(id: string | null): Story | null {
  const language = currentLanguage();
  const { answer } = useAnswer(`${id} ${language}`, async () => {
    if (id === null) return null;
    // Results without a record, and tables, do without this code.
    const { loadResultStory } = await loadWithTexts(
      () => import("./load-result-story.ts"),
      language,
      "result",
    );
    return loadResultStory(id);
  });
  return answer;
}
