import type { Exhibit } from "../gallery/gallery.tsx";
import { FailedLoad, Failure } from "./error-boundary.tsx";
import { Loading } from "../design/page/loading.tsx";
import { NotFound } from "../no-match/not-found.tsx";

const exhibits: readonly Exhibit[] = [
  { name: "loading", render: () => <Loading /> },
  { name: "not-found", render: () => <NotFound /> },
  { name: "failed-load", render: () => <FailedLoad onRetry={() => {}} /> },
  { name: "failure", render: () => <Failure error={new Error("the board has no space 21")} /> },
];
export default exhibits;
