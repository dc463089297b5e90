import type { AnyPlayerMatch, StoredSeat } from "@flower-war/client-sdk";
import { useLocation } from "wouter";
import { nameOf, paths } from "../../base/routes.ts";
import { Button } from "../../design/parts/button.tsx";
import { Panel } from "../../design/parts/panel.tsx";
import { seatName } from "../../session/seat-names.ts";
import { host } from "../../session/host.ts";
import { GoOn, MatchList, MatchRow } from "../../session/match-row.tsx";
import { RefusalNote } from "../../session/refusal-note.tsx";
import { sitDown } from "../../session/sitting.ts";
import { useAction } from "../../session/use-action.ts";
import { i18n } from "../../texts/index.ts";
import { GameTitle, titleOf } from "./match-history.tsx";

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
  const { seat, seats, beganAt } = match;
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
        <TakeBack match={match} label={i18n._("Play here: {game} as {seat}", where)} />
      ) : (
        <GoOn kept={kept} label={i18n._("Go on with {game} as {seat}", where)} />
      )}
    </MatchRow>
  );
}

interface TakeBackProps {
  readonly match: AnyPlayerMatch;
  /** What a screen reader says. */
  readonly label: string;
}

/** Brings the viewer's seat from the device where they took it to this one. */
function TakeBack({ match: { match, invitation, seat }, label }: TakeBackProps) {
  const [, goTo] = useLocation();
  const action = useAction();
  const play = () =>
    action.run(async () => {
      const sitting = await sitDown(host.join(invitation ?? match, { own: true, seat }));
      goTo(paths.match(nameOf(sitting.match)));
    });
  return (
    <>
      <Button tone="gold" aria-label={label} aria-disabled={action.busy} onClick={play}>
        {i18n._("Play here")}
      </Button>
      <RefusalNote error={action.error} />
    </>
  );
}
