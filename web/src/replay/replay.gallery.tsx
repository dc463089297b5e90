import { type Review, reviewRecord } from "@flower-war/client-sdk/replay";
import { Suspense, use } from "react";
import { Dialog } from "../design/parts/dialog.tsx";
import { type FinishedGame, finishedMatch } from "../gallery/finished.ts";
import type { Exhibit } from "../gallery/gallery.tsx";
import { useGameUi } from "../games/load-game.ts";
import { stepsOf } from "../record/steps.ts";
import { i18n } from "../texts/index.ts";
import { RecordPage } from "./record-page.tsx";
import { ReplayView } from "./replay-view.tsx";
import { ReviewView } from "./review-view.tsx";
import type { WorkState } from "./use-review.ts";

interface Props {
  readonly game?: FinishedGame;
  readonly first: number;
  readonly open?: boolean;
}

function Shown({ game = "flower-war", ...begin }: Props) {
  return <ReplayView replayed={use(finishedMatch(game))} {...begin} />;
}

const reviews = new Map<FinishedGame, Promise<WorkState<Review>>>();

/** Reviews the gallery's finished match of a game, always the same way. */
function reviewOf(game: FinishedGame): Promise<WorkState<Review>> {
  const known = reviews.get(game) ?? makeReview(game);
  reviews.set(game, known);
  return known;
}

async function makeReview(game: FinishedGame): Promise<WorkState<Review>> {
  const { record } = await finishedMatch(game);
  let [step, drawn] = [0, 1];
  const random = (n: number) => (drawn = (drawn * 48_271) % 2_147_483_647) % n;
  const [last] = [...(await reviewRecord(record, { spent: () => step++ / 250, random }))].slice(-1);
  return { news: last === undefined ? null : { known: last, spent: 1, done: true }, failed: false };
}

function Reviewed({ game, state }: { readonly game: FinishedGame; readonly state?: WorkState<Review> }) {
  const replayed = use(finishedMatch(game));
  const { replay } = replayed;
  const shown = state ?? use(reviewOf(game));
  const ui = useGameUi(replay);
  const steps = stepsOf(replay.entries, replay.game);
  return (
    <Dialog title={i18n._("Who could have won?")} onClose={() => {}}>
      <ReviewView replayed={replayed} ui={ui} steps={steps} onShow={() => {}} state={shown} />
    </Dialog>
  );
}

const BEGINNING: WorkState<Review> = { news: null, failed: false };

const exhibits: readonly Exhibit[] = [
  { name: "replay-beginning", render: () => <Shown first={0} /> },
  { name: "replay", render: () => <Shown first={260} /> },
  { name: "replay-open", render: () => <Shown first={260} open /> },
  { name: "replay-end", render: () => <Shown first={999} /> },
  { name: "replay-record", render: () => <RecordPage>{() => null}</RecordPage> },
  { name: "replay-space-aztecs", render: () => <Shown game="space-aztecs" first={40} /> },
  { name: "replay-space-aztecs-open", render: () => <Shown game="space-aztecs" first={43} open /> },
  {
    name: "replay-review",
    // Whoever takes a picture waits until the review is made.
    render: () => (
      <Suspense fallback={<p data-making="" />}>
        <Reviewed game="flower-war" />
      </Suspense>
    ),
  },
  { name: "replay-review-beginning", render: () => <Reviewed game="flower-war" state={BEGINNING} /> },
  { name: "replay-tieqchieq", render: () => <Shown game="tieqchieq" first={120} /> },
];
export default exhibits;
