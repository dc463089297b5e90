import { paths } from "../base/routes.ts";
import { GoButton } from "../design/parts/go-button.tsx";
import { i18n } from "../texts/index.ts";
import { tournamentOf } from "./tournament-of.ts";

/** The way back to the tournament from whose page the viewer came to a match; nothing if they came another way. @param match its id */
export function BackToTournament({ match }: { readonly match: string }) {
  const tournament = tournamentOf(match);
  return tournament === null ? null : (
    <GoButton tone="gold" to={paths.tournament(tournament)}>
      {i18n._("Back to the tournament")}
    </GoButton>
  );
}
