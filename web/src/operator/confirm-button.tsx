import { useEffect, useState } from "react";
import { Button } from "../design/parts/button.tsx";

/** ms after which a first press is forgotten. */
const PATIENCE = 6_000;

interface Props {
  readonly label: string;
  /** What the second press does, in full. */
  readonly result: string;
  /** Whether it can be pressed at all. */
  readonly ready?: boolean;
  readonly onConfirm: () => void;
}

/** A button whose first press names what the second one does. */
export function ConfirmButton({ label, result, ready = true, onConfirm }: Props) {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked) return undefined;
    const timer = setTimeout(() => setAsked(false), PATIENCE);
    return () => clearTimeout(timer);
  }, [asked]);
  const press = () => {
    if (!ready) return;
    if (asked) onConfirm();
    setAsked(!asked);
  };
  return (
    <Button tone={asked ? "go" : "plain"} aria-disabled={!ready} onClick={press}>
      {asked && ready ? result : label}
    </Button>
  );
}
