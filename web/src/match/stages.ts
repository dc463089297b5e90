import { lazyPart } from "../texts/lazy-part.tsx";

/* What a match shows before and after its table, loaded when it comes to that. */

export const DoorPage = lazyPart(async () => (await import("../door/door-page.tsx")).DoorPage, "door");

export const GatherPage = lazyPart(
  async () => (await import("../gather/gather-page.tsx")).GatherPage,
  "gather",
);

export const ResultPage = lazyPart(
  async () => (await import("../result/result-page.tsx")).ResultPage,
  "result",
);
