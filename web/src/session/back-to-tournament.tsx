import { paths } from "../base/routes.ts";
import { GoButton } from "../design/parts/go-button.tsx";
import { i18n } from "../texts/index.ts";
import { tournamentOf } from "./tournament-of.ts";

interface Props {
  /** Of the match. */
  readonly match: string;
  readonly tone?: "gold" | "plain";
}

/** The way back to the tournament from whose page the viewer came to a match; nothing if they came another way. */
export function BackToTournament({ match, tone = "gold" }: Props) {
  const tournament = tournamentOf(match);
  return tournament === null ? null : (
    <GoButton tone={tone} to={paths.tournament(tournament)}>
      {i18n._("Back to the tournament")}
    </GoButton>
  );
}
