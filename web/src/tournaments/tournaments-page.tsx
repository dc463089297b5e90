import { lazyPart } from "../texts/lazy-part.tsx";
import { ListPage } from "./list-page.tsx";
import { TournamentPage } from "./tournament-page.tsx";

const CreateTournament = lazyPart(
  async () => (await import("./create-tournament.tsx")).CreateTournament,
  "create",
  "tournaments",
);

interface Props {
  /** `id`: of a tournament, or `new`; missing: the list. */
  readonly params: { readonly id?: string };
}

/** All tournaments, one of them, or the form for another. */
export function TournamentsPage({ params: { id } }: Props) {
  if (id === undefined) return <ListPage />;
  return id === "new" ? <CreateTournament /> : <TournamentPage key={id} id={id} />;
}
