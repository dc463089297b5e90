import { use } from "react";
import { finishedMatch } from "../gallery/finished.ts";
import type { Exhibit } from "../gallery/gallery.tsx";
import { EmbeddedReplay } from "./embedded-replay.tsx";

const Replay = () => <EmbeddedReplay replayed={use(finishedMatch("flower-war"))} />;

const exhibits: readonly Exhibit[] = [{ name: "embed-replay", render: () => <Replay /> }];
export default exhibits;
