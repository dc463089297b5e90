import { useEffect } from "react";

/** Keeps the screen on while the page is seen, where the browser can: only pages that came over HTTPS, or from this machine. */
export function useWakeLock(): void {
  useEffect(() => {
    const { wakeLock }: { readonly wakeLock?: WakeLock } = navigator;
    if (wakeLock === undefined) return undefined;
    let held: Promise<WakeLockSentinel | null> | null = null;
    // The browser takes the lock back when the page is hidden.
    const hold = () => {
      if (!document.hidden) held = wakeLock.request("screen").catch(() => null); // e.g. the battery is low
    };
    hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      document.removeEventListener("visibilitychange", hold);
      void held?.then((lock) => lock?.release());
    };
  }, []);
}
