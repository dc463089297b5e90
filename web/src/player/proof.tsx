import { Refusal } from "@flower-war/client-sdk";
import { type ReactNode, useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Dialog } from "../design/parts/dialog.tsx";
import { Field, Form } from "../design/parts/field.tsx";
import { host } from "../session/host.ts";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { provePasskey, whyNoPasskeys } from "../passkeys/passkeys.ts";
import { PlayerNote } from "./player-note.tsx";
import styles from "./player-page.module.css";

/** Runs a step; if the server wants a proof that the viewer is there, asks for it and runs the step again. Rejects as the step does. */
export type RunProven = <T>(step: () => Promise<T>) => Promise<T>;

/**
 * Asks viewers to prove who they are when a step needs it. Returns how to run such steps, and the dialog that asks.
 * @param isAccount whether the viewer is known to have an account: then it is asked first, for its events tell of each refusal
 */
export function useProof(isAccount: boolean): { readonly runProven: RunProven; readonly dialog: ReactNode } {
  const [answer, setAnswer] = useState<((isProven: boolean) => void) | null>(null);
  const run: RunProven = async (step) => {
    const ask = async () => {
      const isProven = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
      setAnswer(null);
      if (!isProven)
        throw new Refusal({ code: "proof-required", message: "the viewer did not prove who they are" });
    };
    if (isAccount && !(await host.identity()).isProven) await ask();
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "proof-required")) throw error;
      await ask();
      return step();
    }
  };
  return { runProven: run, dialog: answer && <ProofDialog onAnswer={answer} /> };
}

/** Asks for a passkey or a recovery code. @param onAnswer told whether the viewer has proven who they are */
export function ProofDialog({ onAnswer }: { readonly onAnswer: (isProven: boolean) => void }) {
  const [code, setCode] = useState("");
  const action = useAction();
  const obstacle = whyNoPasskeys();
  const prove = (by: "passkey" | "code") =>
    action.run(async () => {
      const identity = await host.identity();
      await (by === "code" ? identity.proveByCode(code) : identity.prove(provePasskey));
      onAnswer(true);
    });
  return (
    <Dialog title={i18n._("Is it you?")} onClose={() => onAnswer(false)}>
      <div className={styles.dialog}>
        <p>
          {i18n._(
            "This changes how you sign in, or who is told about it. Confirm that it is you: whoever has copied your browser's data cannot.",
          )}
        </p>
        {obstacle === null ? (
          <div className={styles.row}>
            <Button tone="gold" aria-disabled={action.busy} onClick={() => prove("passkey")}>
              {i18n._("Confirm with a passkey")}
            </Button>
          </div>
        ) : null}
        <Form className={styles.row} onSubmit={() => prove("code")}>
          <Field
            label={i18n._("Recovery code")}
            value={code}
            required
            maxLength={40}
            autoComplete="one-time-code"
            onChange={setCode}
          />
          <Button type="submit" aria-disabled={action.busy}>
            {i18n._("Confirm with the code")}
          </Button>
        </Form>
        <p>{i18n._("Each recovery code works once.")}</p>
        <PlayerNote error={action.error} />
      </div>
    </Dialog>
  );
}
