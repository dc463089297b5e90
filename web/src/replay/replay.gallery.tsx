import { use } from "react";
import { type FinishedGame, finishedMatch } from "../gallery/finished.ts";
import type { Exhibit } from "../gallery/gallery.tsx";
import { ReplayView } from "./replay-view.tsx";

interface Props {
  readonly game?: FinishedGame;
  readonly first: number;
  readonly open?: boolean;
}

function Shown({ game = "flower-war", ...begin }: Props) {
  return <ReplayView replayed={use(finishedMatch(game))} {...begin} />;
}

const exhibits: readonly Exhibit[] = [
  { name: "replay-beginning", render: () => <Shown first={0} /> },
  { name: "replay", render: () => <Shown first={260} /> },
  { name: "replay-open", render: () => <Shown first={260} open /> },
  { name: "replay-end", render: () => <Shown first={999} /> },
  { name: "replay-space-aztecs", render: () => <Shown game="space-aztecs" first={40} /> },
  { name: "replay-space-aztecs-open", render: () => <Shown game="space-aztecs" first={43} open /> },
  { name: "replay-tieqchieq", render: () => <Shown game="tieqchieq" first={120} /> },
];
export default exhibits;
