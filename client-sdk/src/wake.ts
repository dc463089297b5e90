/**
 * Calls `listener` when a browser's network returns or its page is looked at again, moments at which timers tell
 * little. Returns the function that stops listening. Does nothing where there is no such thing.
 */
export function onWake(listener: () => void): () => void {
  if (typeof document === "undefined") return () => {};
  const seen = () => {
    if (document.visibilityState === "visible") listener();
  };
  addEventListener("online", listener);
  document.addEventListener("visibilitychange", seen);
  return () => {
    removeEventListener("online", listener);
    document.removeEventListener("visibilitychange", seen);
  };
}
