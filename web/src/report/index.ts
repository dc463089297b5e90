import { lazyPart } from "../texts/lazy-part.tsx";

/** Reports a player to the host of the server. Loaded on demand. */
export const ReportForm = lazyPart(async () => (await import("./report-form.tsx")).ReportForm, "report");
