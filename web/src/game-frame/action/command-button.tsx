import type { ComponentProps } from "react";
import { Button } from "../../design/parts/button.tsx";
import type { Sending } from "../sending.ts";

interface Props<Command> extends Omit<ComponentProps<typeof Button>, "onClick"> {
  /** `null`: something is still to be chosen. */
  readonly command: Command | null;
  readonly sending: Pick<Sending<Command>, "busy" | "send">;
}

/** A button that sends a command. While it cannot, it is shown disabled. */
export function CommandButton<Command>({ command, sending: { busy, send }, ...button }: Props<Command>) {
  return (
    <Button
      {...button}
      aria-disabled={command === null || busy}
      onClick={() => {
        if (command !== null) send(command);
      }}
    />
  );
}
