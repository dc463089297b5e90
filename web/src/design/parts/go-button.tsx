import type { ComponentProps } from "react";
import { useLocation } from "wouter";
import { Button } from "./button.tsx";

interface Props extends Omit<ComponentProps<typeof Button>, "onClick"> {
  /** The path of a page. */
  readonly to: string;
}

/** A button that leads to another page. */
export function GoButton({ to, ...rest }: Props) {
  const [, goTo] = useLocation();
  return <Button {...rest} onClick={() => goTo(to)} />;
}
