import { lazy } from "react";

/* What a match shows before and after its table, loaded when it comes to that. */

export const DoorPage = lazy(async () => ({ default: (await import("../door/door-page.tsx")).DoorPage }));

export const GatherPage = lazy(async () => ({
  default: (await import("../gather/gather-page.tsx")).GatherPage,
}));

export const ResultPage = lazy(async () => ({
  default: (await import("../result/result-page.tsx")).ResultPage,
}));

export const ClosedMatch = lazy(async () => ({
  default: (await import("../result/closed-match.tsx")).ClosedMatch,
}));
