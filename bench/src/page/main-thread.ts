import type { Browser } from "playwright-core";

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of processor time of the thread. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Records the tasks of the pages' main threads until the returned function is called. That resolves with the processor
 * time of each task, in ms, which other programs on the machine do not lengthen.
 */
export async function traceMainThreads(browser: Browser): Promise<() => Promise<readonly number[]>> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel", "__metadata"], excludedCategories: ["*"] },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await complete;
    await session.detach();
    const isMain = ({ name, args }: TraceEvent) => name === "thread_name" && args?.name === "CrRendererMain";
    const keyOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
    const mains = new Set(events.filter(isMain).map(keyOf));
    return events
      .filter((event) => event.name === "ThreadControllerImpl::RunTask" && mains.has(keyOf(event)))
      .map(({ tdur = 0 }) => tdur / 1_000);
  };
}
