import { useEffect, useState } from "react";

/** ms after which a first press is forgotten. */
const PATIENCE = 6_000;

/** A button that acts when it is pressed twice: returns whether it was pressed once a moment ago, and what a press does. */
export function useSecondPress(act: () => void): readonly [isAsked: boolean, press: () => void] {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked) return undefined;
    const timer = setTimeout(() => setAsked(false), PATIENCE);
    return () => clearTimeout(timer);
  }, [asked]);
  const press = () => {
    if (asked) act();
    setAsked(!asked);
  };
  return [asked, press];
}
