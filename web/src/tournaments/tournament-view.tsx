import type { Tournament } from "@flower-war/client-sdk/tournaments";
import { type ReactNode, Suspense, useEffect } from "react";
import { Link } from "wouter";
import { paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { TopBar, TopLink } from "../design/page/frame.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Panel, Unseen } from "../design/parts/panel.tsx";
import { catalogEntry } from "../games/catalog.ts";
import { describeValue, useGameTexts } from "../games/load-game.ts";
import { rangesOf } from "../games/option-ranges.ts";
import { type ChosenOptions, playTitle } from "../presets/presets.ts";
import { describeClockRules, describeWatching } from "../session/match-facts.ts";
import { ShareButton } from "../session/share.tsx";
import { rememberTournament } from "../session/tournament-of.ts";
import { signalTurnOnce } from "../session/turn-signal.tsx";
import { i18n } from "../texts/index.ts";
import type { Props } from "./acts.ts";
import { OrganisePanel } from "./organise-panel.tsx";
import { OwnPanel } from "./own-panel.tsx";
import { Standings } from "./standings.tsx";
import styles from "./tournament-view.module.css";
import { aboutKind, announce, describeLength, describeWhen, listWords, playersWords } from "./words.ts";

/** A tournament: what is played, the viewer's part, the standings and the tables. */
export function TournamentView({ tournament, viewer, live, acts }: Props) {
  const { id, name, organiser, standings, status } = tournament;
  const own = standings.find((standing) => standing.id === viewer?.id);
  const match = status === "over" ? null : (own?.match ?? null);
  useEffect(
    () =>
      match === null
        ? undefined
        : signalTurnOnce({ id: match, state: { n: 0 } }, name, i18n._("Your match is ready")),
    [match, name],
  );
  usePage(match === null ? name : i18n._("Your match is ready"));
  const organises = organiser.id === viewer?.id && status !== "over";
  return (
    <>
      <TopBar actions={<TopLink href={paths.tournaments}>{i18n._("Tournaments")}</TopLink>}>
        <h1 tabIndex={-1} className={styles.name}>
          {name}
        </h1>
      </TopBar>
      <div role="status">
        <Unseen>{announce(tournament, match)}</Unseen>
      </div>
      <main className={styles.page}>
        <OwnPanel tournament={tournament} viewer={viewer} own={own} match={match} acts={acts} />
        <Facts tournament={tournament} />
        <Standings
          tournament={tournament}
          me={viewer?.id ?? null}
          live={live}
          onRemove={organises ? (player) => acts.direct({ act: "remove", player }) : null}
        />
        <div className={styles.side}>
          <Tables tournament={tournament} />
          {organises ? <OrganisePanel tournament={tournament} acts={acts} /> : null}
          <p className={styles.share}>
            <ShareButton path={paths.tournament(id)}>{i18n._("Share this tournament")}</ShareButton>
          </p>
        </div>
      </main>
    </>
  );
}

/** What is played, and when. */
function Facts({ tournament }: { readonly tournament: Tournament }) {
  const { game, preset = "", kind, seats, clock, organiser, players, accountsOnly, bots } = tournament;
  const options = tournament.options as ChosenOptions;
  return (
    <Panel title={i18n._("What is played")} className={styles.facts}>
      <ul>
        <Fact icon="people">
          <strong>{playTitle({ game, preset })}</strong>. {i18n._("Tables of {seats}", { seats })}
        </Fact>
        {preset !== "" || catalogEntry(game) === undefined ? null : (
          <Suspense>
            <ChangedOptions game={game} options={options} />
          </Suspense>
        )}
        <Fact icon="hourglass">
          <strong>{describeLength(tournament)}</strong>. {aboutKind(kind)}
        </Fact>
        <Fact icon="play">{describeWhen(tournament)}</Fact>
        <Fact icon="clock">{describeClockRules(clock)}</Fact>
        {tournament.silent ? <Fact icon="mute">{i18n._("Silent: no chat")}</Fact> : null}
        {tournament.unwatched ? <Fact icon="eye">{describeWatching(0, true)}</Fact> : null}
        <Fact icon="seal">
          {i18n._("Organised by {name}", { name: organiser.name })} · {playersWords(players)}
          {accountsOnly ? ` · ${i18n._("accounts only")}` : null}
          {bots ? ` · ${i18n._("bots may play")}` : null}
        </Fact>
      </ul>
    </Panel>
  );
}

/** The options that differ from the game's defaults. */
function ChangedOptions({ game, options }: Pick<Tournament, "game"> & { readonly options: ChosenOptions }) {
  const texts = useGameTexts(game);
  const changed = Object.entries(rangesOf(game)).flatMap(([name, option]) => {
    const value = options[name] ?? option.default;
    return value === option.default ? [] : [{ name, value }];
  });
  return changed.map(({ name, value }) => (
    <Fact key={name} icon="gear">
      {texts.options[name]?.label ?? name}: {describeValue(texts.options[name], value)}
    </Fact>
  ));
}

function Fact({ icon, children }: { readonly icon: string; readonly children: ReactNode }) {
  return (
    <li>
      <Icon id={icon} />
      <span>{children}</span>
    </li>
  );
}

/** The tables that are played, and how those before them ended. */
function Tables({ tournament }: { readonly tournament: Tournament }) {
  const { id, kind, round, rounds, tables, unwatched } = tournament;
  const title =
    kind === "rounds" && round > 0
      ? i18n._("Round {round} of {rounds}", { round, rounds: rounds ?? round })
      : i18n._("Tables");
  return (
    <Panel title={title} className={styles.tables}>
      {tables.length === 0 ? <p>{i18n._("No table yet.")}</p> : null}
      <ul>
        {tables.map(({ match, players, over, places }) => {
          const names = listWords(players.map((each) => each.name));
          return (
            <li key={match}>
              <p>
                <strong>{names}</strong>
                <span>{over ? describeEnd(players, places) : i18n._("playing")}</span>
              </p>
              {unwatched && !over ? null : (
                <Link
                  href={paths.match(match)}
                  aria-label={
                    over ? i18n._("Result of {names}", { names }) : i18n._("Watch {names}", { names })
                  }
                  onClick={() => rememberTournament(match, id)}
                >
                  {over ? i18n._("Result") : i18n._("Watch")}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/** Returns how a match ended, in a few words. */
function describeEnd(
  players: Tournament["tables"][number]["players"],
  places: Tournament["tables"][number]["places"] = [],
): string {
  const winners = players.filter((_, i) => places[i] === 1).map(({ name }) => name);
  if (winners.length === 0) return i18n._("over");
  if (winners.length === players.length) return i18n._("a draw");
  return i18n._("{names} won", { names: listWords(winners) });
}
