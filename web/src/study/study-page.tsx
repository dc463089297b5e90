import { lazyPart } from "../texts/lazy-part.tsx";
import { SharedStudy } from "./shared-study.tsx";

const StudyAlone = lazyPart(
  async () => (await import("./study-alone.tsx")).StudyAlone,
  "replay",
  "study",
  "watch",
);

interface Props {
  /** `id`: of a study; missing: one that is in this browser alone. */
  readonly params: { readonly id?: string };
}

/** A study of a server, or one from a file. */
export const StudyPage = ({ params: { id = "" } }: Props) =>
  id === "" ? <StudyAlone /> : <SharedStudy key={id} id={id} />;
