import { type AnyMatch, type GameName, type Match, Refusal, type Witness } from "@flower-war/client-sdk";
import { saveFile } from "../base/save-file.ts";
import { Button } from "../design/parts/button.tsx";
import { FileButton } from "../design/parts/file-button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import styles from "./dice.module.css";

/** An invitation begins with the match's id. */
const ID_LENGTH = 12;

/** Returns what this browser has kept of a match, also when its table is closed; `null`: nothing. @param id the match's, or its invitation */
export async function keptWitness(id: string): Promise<Witness | null> {
  const { storedWitness } = await import("@flower-war/client-sdk/witness");
  return storedWitness(location.origin, id.slice(0, ID_LENGTH));
}

/**
 * Reads what was saved of a match as a file. Rejects with `not-witness` and `other-match`.
 * @param id the match's, or its invitation
 */
async function readWitnessFile(file: File, id: string): Promise<Witness> {
  const { readWitness } = await import("@flower-war/client-sdk/verify");
  const { witness, field } = readWitness(await file.text());
  if (witness === undefined) throw new Refusal({ code: "not-witness", message: "not a witness", field });
  if (witness.match !== id.slice(0, ID_LENGTH)) {
    throw new Refusal({ code: "other-match", message: "the witness is of another match" });
  }
  return witness;
}

/** Returns what the viewer of a match has seen of it: as who sits there, or who sat there before they watched it, or who watches. */
export async function ownWitness<G extends GameName>(match: Match<G> | AnyMatch): Promise<Witness> {
  if (match.seat !== null) return match.witness();
  const kept = await keptWitness(match.id);
  return kept === null || kept.seat === "public" ? match.witness() : kept;
}

/** Lets the viewer save what they have seen as a file, for other verifiers. */
function saveWitness(witness: Witness): void {
  saveFile(`${witness.match}-witness.json`, JSON.stringify(witness), "application/json");
}

interface SaveProps {
  /** Returns what the viewer has seen; `null`: nothing. */
  readonly witness: () => Witness | null | Promise<Witness | null>;
  readonly tone?: "plain" | "gold";
}

/** The button that saves what the viewer has seen of a match as a file. */
export function SaveWitness({ witness, tone = "plain" }: SaveProps) {
  const action = useAction();
  const save = async () => {
    const seen = await witness();
    if (seen !== null) saveWitness(seen);
  };
  return (
    <div>
      <Button tone={tone} onClick={() => action.run(save)}>
        <Icon id="eye" />
        {i18n._("Save what you saw")}
      </Button>
      <RefusalNote error={action.error} />
    </div>
  );
}

/** The same for what this browser has kept of a match that the viewer is not in. @param match the match's id */
export function SaveKeptWitness({ match }: { readonly match: string }) {
  return <SaveWitness witness={() => keptWitness(match)} tone="gold" />;
}

const TEXTS = {
  "not-witness": () =>
    i18n._("This file is not a witness. Choose the file that you saved in the other browser."),
  "other-match": () => i18n._("This is the witness of another match."),
};

interface OpenProps {
  /** The match's id or invitation. */
  readonly match: string;
  readonly onOpen: (witness: Witness) => void;
}

/** Asks for the witness of a match that was played in another browser. */
export function OpenWitness({ match, onOpen }: OpenProps) {
  const action = useAction();
  const open = (file: File) => action.run(async () => onOpen(await readWitnessFile(file, match)));
  return (
    <div className={styles.ask}>
      <p>
        {i18n._("Did you play in another browser? Save there what you saw, and open it here.")}{" "}
        {i18n._("Without that witness the server alone could have chosen what chance brought.")}
      </p>
      <FileButton accept=".json,application/json" busy={action.busy} onFile={open}>
        <Icon id="eye" />
        {i18n._("Open your witness")}
      </FileButton>
      <RefusalNote error={action.error} texts={TEXTS} />
    </div>
  );
}
