import type { Exhibit } from "../gallery/gallery.tsx";
import { PartPage } from "../gallery/parts.tsx";
import { TipCard } from "./coach.tsx";
import { TIPS } from "./tips.ts";

const exhibits: readonly Exhibit[] = [
  {
    name: "coach-tips",
    render: () => (
      <PartPage title="Tips">
        {TIPS.map((tip) => (
          <TipCard key={tip.id} tip={tip} onClose={() => {}} onEnd={() => {}} />
        ))}
      </PartPage>
    ),
  },
];
export default exhibits;
