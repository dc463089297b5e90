import { useState } from "react";
import { i18n } from "../texts/index.ts";

/** How the viewer's commands are sent. */
export interface Sending<Command> {
  /** Whether a command is on its way. */
  readonly busy: boolean;
  /** Why the last command was refused, as a sentence; `null`: it was not. */
  readonly refusal: string | null;
  /** Sends a command. Nothing happens while another one is on its way. */
  readonly send: (command: Command) => void;
}

/** Sends a command. Resolves when it is played and rejects with a `Refusal`; `null`: the viewer cannot act at all. */
export type Play<Command> = ((command: Command) => Promise<void>) | null;

interface Options<Command, Code> {
  readonly play: Play<Command>;
  /** The codes of the game's refusals. */
  readonly refusals: readonly Code[];
  /** Returns a refusal in words. */
  readonly describeRefusal: (code: Code, command: Command) => string;
  /** Called when a command is sent. */
  readonly onSend?: () => void;
}

/** Sends commands one at a time, and tells why the last one was refused. */
export function useSending<Command, Code extends string>({
  play,
  refusals,
  describeRefusal,
  onSend,
}: Options<Command, Code>): Sending<Command> {
  const [state, setState] = useState({ busy: false, refusal: null as string | null });
  const describe = (error: unknown, command: Command) => {
    const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
    const known = refusals.find((each) => each === code);
    return known === undefined ? i18n._("That did not work. Try again.") : describeRefusal(known, command);
  };
  return {
    ...state,
    send: (command) => {
      if (play === null || state.busy) return;
      setState({ busy: true, refusal: null });
      onSend?.();
      play(command).then(
        () => setState({ busy: false, refusal: null }),
        (error: unknown) => setState({ busy: false, refusal: describe(error, command) }),
      );
    },
  };
}
