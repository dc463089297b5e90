import { Refusal } from "@flower-war/client-sdk";
import { type ReactNode, useRef, useState } from "react";
import { paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { NoticePage } from "../design/page/notice-page.tsx";
import { Button } from "../design/parts/button.tsx";
import { GoButton } from "../design/parts/go-button.tsx";
import { verifyInWorker } from "../fairness/verify-in-worker.ts";
import { openRecord, type ReplayedMatch } from "../record/load-replay.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";

/** Bytes of a record at most. */
const MOST = 16_777_216;

interface Props {
  /** Draws the match of the file. */
  readonly children: (replayed: ReplayedMatch) => ReactNode;
}

/** Asks for a finished match from any server, to be watched again and reviewed from its record in a file. */
export function RecordPage({ children }: Props) {
  const [replayed, setReplayed] = useState<ReplayedMatch | null>(null);
  return replayed === null ? <OpenRecord onOpen={setReplayed} /> : children(replayed);
}

function OpenRecord({ onOpen }: { readonly onOpen: (replayed: ReplayedMatch) => void }) {
  const title = i18n._("Open a record");
  usePage(title);
  const action = useAction();
  const input = useRef<HTMLInputElement>(null);
  const open = (file: File) => action.run(async () => onOpen(await readFile(file)));
  return (
    <NoticePage
      tone="dark"
      sign="olin"
      title={title}
      actions={
        <>
          <Button tone="gold" aria-disabled={action.busy} onClick={() => input.current?.click()}>
            {i18n._("Choose a file")}
          </Button>
          <GoButton to={paths.lobby}>{i18n._("To the lobby")}</GoButton>
        </>
      }
    >
      <p>
        {i18n._(
          "A finished match from any server, to watch again and to review. The file stays in this browser.",
        )}
      </p>
      <input
        ref={input}
        type="file"
        accept=".jsonl,.txt,application/x-ndjson"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) open(file);
          currentTarget.value = ""; // the same file can be chosen again
        }}
      />
      <RefusalNote error={action.error} texts={textsOf(action.error)} />
    </NoticePage>
  );
}

/** A line of a record that is at fault. */
class WrongLine extends Refusal {
  readonly line: number;

  constructor(code: string, message: string, line: number) {
    super({ code, message });
    this.line = line;
  }
}

const textsOf = (error: unknown) =>
  error instanceof WrongLine
    ? {
        [error.code]: () =>
          i18n._("Line {line} of the file is not that of a match's record.", { line: error.line }),
      }
    : {};

/** Reads a record that verifies. Rejects with a `Refusal`. */
async function readFile(file: File): Promise<ReplayedMatch> {
  if (file.size > MOST) throw new Refusal({ code: "too-large", message: "the file is too large" });
  const record = await file.text();
  const verdict = await verifyInWorker(record, null);
  if (verdict.ok) return openRecord(record);
  const { entry, reason, message } = verdict;
  const last = record.trimEnd().split("\n").length;
  throw new WrongLine(reason, message, entry === "header" ? 1 : entry === "end" ? last : entry + 1);
}
