/**
 * Calls `listener` when a browser's network returns or its page becomes visible: timers of a sleeping page come late.
 * Returns the function that stops listening. Does nothing outside browsers.
 */
export function onWake(listener: () => void): () => void {
  if (typeof document === "undefined") return () => {};
  const onVisibility = () => {
    if (document.visibilityState === "visible") listener();
  };
  addEventListener("online", listener);
  document.addEventListener("visibilitychange", onVisibility);
  return () => {
    removeEventListener("online", listener);
    document.removeEventListener("visibilitychange", onVisibility);
  };
}
