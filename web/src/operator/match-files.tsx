import type { ImportedMatch, OperatorMatch } from "@flower-war/client-sdk/admin";
import { useState } from "react";
import { paths } from "../base/routes.ts";
import { saveFile } from "../base/save-file.ts";
import { Button } from "../design/parts/button.tsx";
import { Dialog } from "../design/parts/dialog.tsx";
import { Field } from "../design/parts/field.tsx";
import { FileButton } from "../design/parts/file-button.tsx";
import { catalogEntry } from "../games/catalog.ts";
import { seatName } from "../session/seat-names.ts";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { ConfirmButton, OperatorNote } from "./act-form.tsx";
import { readMatchFile, sendMatchFile } from "./api.ts";
import styles from "./operator.module.css";
import { useMay } from "./rights.ts";

const FILE_TYPE = "application/x-ndjson";

interface FormProps {
  readonly match: Pick<OperatorMatch, "id" | "code" | "status">;
  readonly onDone: () => Promise<unknown>;
}

/** Saves a match as a file: a copy while it goes on here, or to let it go on at another server. Of a finished one, its record. */
export function MatchFileForm({ match: { id, code, status }, onDone }: FormProps) {
  const [told, setTold] = useState(() =>
    i18n._("This match goes on at another server: ask the host for your new link."),
  );
  const mayExport = useMay("export-match");
  const action = useAction();
  if (!mayExport || status === "gathering") return null;
  const save = (moves: { readonly reason: string } | null) =>
    action.run(async () => {
      const { name, text } = await readMatchFile(id, moves);
      saveFile(name, text, FILE_TYPE);
      await onDone();
    });
  return (
    <details>
      <summary>{i18n._("As a file")}</summary>
      <div className={styles.acts} aria-busy={action.busy}>
        {status === "over" ? null : (
          <p className={styles.small}>
            {i18n._(
              "The file is secret while the match is played: it has every hand, and the dice to come. Moved, the match ends here and goes on where the file is imported.",
            )}
          </p>
        )}
        <Button aria-disabled={action.busy} onClick={() => save(null)}>
          {status === "over"
            ? i18n._("Save the record of {code}", { code })
            : i18n._("Save a copy of {code}", { code })}
        </Button>
        {status === "over" ? null : (
          <>
            <Field label={i18n._("Its players are told")} value={told} maxLength={200} onChange={setTold} />
            <ConfirmButton
              label={i18n._("Move {code} to another server", { code })}
              result={i18n._("End {code} here, and save its file", { code })}
              ready={told.trim() !== "" && !action.busy}
              onConfirm={() => save({ reason: told.trim() })}
            />
          </>
        )}
        <OperatorNote error={action.error} />
      </div>
    </details>
  );
}

interface DialogProps {
  readonly onClose: () => void;
  readonly onDone: () => Promise<unknown>;
}

/** Takes a match from another server: shows what is in its file, then its players' links, once it goes on here. */
export function ImportDialog({ onClose, onDone }: DialogProps) {
  const [checked, setChecked] = useState<{ readonly file: File; readonly match: ImportedMatch } | null>(null);
  const [imported, setImported] = useState<ImportedMatch | null>(null);
  const action = useAction();
  const check = (file: File) =>
    action.run(async () => {
      setChecked(null);
      setImported(null);
      setChecked({ file, match: await sendMatchFile(file, true) });
    });
  const take = (file: File) =>
    action.run(async () => {
      setImported(await sendMatchFile(file, false));
      setChecked(null);
      await onDone();
    });
  return (
    <Dialog title={i18n._("Import a match")} onClose={onClose}>
      <div className={styles.acts} aria-busy={action.busy}>
        <p>{i18n._("A match that was moved away from another server goes on here, from its file.")}</p>
        <FileButton accept={`.jsonl,${FILE_TYPE}`} busy={action.busy} onFile={check}>
          {i18n._("Choose the file")}
        </FileButton>
        <OperatorNote error={action.error} />
        <div role="status">
          {checked === null ? null : <CheckedMatch match={checked.match} />}
          {imported === null ? null : <SeatLinks imported={imported} />}
        </div>
        {checked === null ? null : (
          <Button tone="go" aria-disabled={action.busy} onClick={() => take(checked.file)}>
            {i18n._("Let it go on here")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** Says what a file has. */
function CheckedMatch({ match: { match, game, n, seats } }: { readonly match: ImportedMatch }) {
  const people = new Intl.ListFormat(i18n.locale, { type: "conjunction" }).format(
    seats.map(({ name }) => name),
  );
  return (
    <p>
      {i18n._("Match {match} of {game}, after {n, plural, one {# entry} other {# entries}}, with {people}.", {
        match,
        game: catalogEntry(game)?.title ?? game,
        n,
        people,
      })}
    </p>
  );
}

/** The link of each seat: who opens one has that seat. */
function SeatLinks({
  imported: { match, code, invitation, address, seats },
}: {
  readonly imported: ImportedMatch;
}) {
  const link = (address ?? "") + paths.match(invitation ?? match);
  return (
    <>
      <p>
        {i18n._(
          "Match {code} goes on here. Give each player their own link, and no other one: who opens it has the seat. The clocks wait for half an hour. You see the links again if you import the same file again.",
          { code },
        )}
      </p>
      <ul className={styles.operators}>
        {seats.map(({ seat, name, token }) => (
          <li key={seat}>
            <span>
              <strong>
                <bdi>{name}</bdi>
              </strong>{" "}
              {seatName(seat)}
              {token === null ? `, ${i18n._("a bot")}` : null}
            </span>
            {token === null ? null : (
              <span className={`${styles.words} ${styles.link}`}>{`${link}#seat=${token}`}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
