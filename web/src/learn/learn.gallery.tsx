import type { Exhibit } from "../gallery/gallery.tsx";
import { atStep } from "./lesson-state.ts";
import { useLesson } from "./load-lesson.ts";
import { Lesson } from "./lesson.tsx";
import { WelcomeBack } from "./learn-page.tsx";

/** The lesson at a step. @param id `null`: its end */
function At({ id }: { readonly id: string | null }) {
  useLesson();
  return <Lesson begin={atStep(id)} />;
}

function Back() {
  useLesson();
  return <WelcomeBack step="disc" onGoOn={() => {}} />;
}

const exhibits: readonly Exhibit[] = [
  ...["roll", "offering", "play-card", "battle-play", "disc", "balance", "sign-roll"].map((id) => ({
    name: `learn-${id}`,
    render: () => <At id={id} />,
  })),
  { name: "learn-end", render: () => <At id={null} /> },
  { name: "learn-back", render: () => <Back /> },
];
export default exhibits;
