import { lazyPart } from "../app/lazy-part.tsx";

/* What a match shows before and after its table, loaded when it comes to that. */

export const DoorPage = lazyPart(
  async () => (await import("../door/door-page.tsx")).DoorPage,
  "door",
  "gather",
);

export const GatherPage = lazyPart(
  async () => (await import("../gather/gather-page.tsx")).GatherPage,
  "gather",
);

export const ResultPage = lazyPart(
  async () => (await import("../result/result-page.tsx")).ResultPage,
  "result",
);

export const ClosedMatch = lazyPart(
  async () => (await import("../result/closed-match.tsx")).ClosedMatch,
  "result",
);
