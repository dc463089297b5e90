import { useLooks } from "../base/use-looks.ts";
import { useAnswer } from "../session/use-answer.ts";
import { ListView } from "./list-view.tsx";
import { tournaments } from "./tournaments.ts";

/** ms between two looks while the page is seen. */
const INTERVAL = 15_000;

/** The tournaments of the server. */
export function ListPage() {
  const asked = useAnswer("tournaments", () => tournaments.list());
  useLooks(asked.look, INTERVAL);
  return <ListView asked={asked} />;
}
