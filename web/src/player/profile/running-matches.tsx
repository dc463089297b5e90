import type { AnyPlayerMatch, StoredSeat } from "@flower-war/client-sdk";
import { Link } from "wouter";
import { paths } from "../../app/routes.ts";
import { Panel } from "../../design/parts/panel.tsx";
import { seatName } from "../../games/seat-names.ts";
import { GoOn, MatchList, MatchRow } from "../../session/match-row.tsx";
import { i18n } from "../../texts/index.ts";
import { GameTitle, titleOf } from "./game-title.tsx";
import styles from "./running-matches.module.css";

interface RunningMatchesProps {
  readonly matches: readonly AnyPlayerMatch[];
  /** The viewer's seats that this browser has. */
  readonly seats: readonly StoredSeat[];
}

/** The viewer's matches that go on, and the way back to their seats. Nothing when there are none. */
export function RunningMatches({ matches, seats }: RunningMatchesProps) {
  if (matches.length === 0) return null;
  return (
    <Panel title={i18n._("Going on")} lit>
      <MatchList>
        {matches.map((match) => (
          <RunningMatch
            key={match.match}
            match={match}
            kept={seats.find((kept) => kept.match === match.match && kept.seat === match.seat)}
          />
        ))}
      </MatchList>
    </Panel>
  );
}

interface Props {
  readonly match: AnyPlayerMatch;
  /** The seat as this browser has it; `undefined`: it was taken on another device. */
  readonly kept: StoredSeat | undefined;
}

function RunningMatch({ match, kept }: Props) {
  const { seat, seats, beganAt, invitation } = match;
  const others = seats.filter((each) => each.seat !== seat).map(({ name }) => name);
  const where = { game: titleOf(match), seat: seatName(seat) };
  return (
    <MatchRow
      seat={seat}
      title={<GameTitle match={match} />}
      about={i18n._("with {names}, since {day}", {
        names: new Intl.ListFormat(i18n.locale).format(others),
        day: i18n.date(beganAt, { dateStyle: "medium" }),
      })}
    >
      {kept === undefined ? (
        <Link
          className={styles.look}
          href={paths.match(invitation ?? match.match)}
          aria-label={i18n._("Look at {game} as {seat}", where)}
        >
          {i18n._("Look")}
        </Link>
      ) : (
        <GoOn kept={kept} label={i18n._("Go on with {game} as {seat}", where)} />
      )}
    </MatchRow>
  );
}
