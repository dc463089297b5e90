import type { Exhibit } from "../gallery/gallery.tsx";
import { CreateTournament } from "./create-tournament.tsx";

const exhibits: readonly Exhibit[] = [{ name: "tournament-new", render: () => <CreateTournament /> }];
export default exhibits;
