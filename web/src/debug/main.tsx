/** The debug page of a match, for the developer of its game (docs/add-a-game.md, "The debug page"). It is in English. */
import { Suspense } from "react";
import { createRoot } from "react-dom/client";
import { ErrorBoundary } from "../app/error-boundary.tsx";
import { applyPreferences } from "../base/preferences.ts";
import { Loading } from "../design/page/loading.tsx";
import { activateLanguage } from "../texts/index.ts";
import { DebugPage } from "./debug-page.tsx";
import "../design/index.css";

const root = document.getElementById("root");
if (root === null) throw new Error("debug.html has no #root");
applyPreferences();
await activateLanguage("en");
createRoot(root).render(
  <ErrorBoundary>
    <Suspense fallback={<Loading />}>
      <DebugPage match={decodeURIComponent(location.pathname.replace("/debug/matches/", ""))} />
    </Suspense>
  </ErrorBoundary>,
);
