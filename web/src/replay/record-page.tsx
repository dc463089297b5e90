import { Refusal } from "@flower-war/client-sdk";
import { type ReactNode, useState } from "react";
import { paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { NoticePage } from "../design/page/notice-page.tsx";
import { FileButton } from "../design/parts/file-button.tsx";
import { GoButton } from "../design/parts/go-button.tsx";
import { verifyInWorker } from "../fairness/verify-in-worker.ts";
import { openRecord, type ReplayedMatch } from "../record/load-replay.ts";
import type { RefusalTexts } from "../refusals/refusal-texts.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { studyPath } from "./study-path.ts";

/** Bytes of a record at most: as of a match in play as a file. */
const MOST = 16_777_216;

interface Props {
  /** Draws the match of the file. */
  readonly children: (replayed: ReplayedMatch) => ReactNode;
}

/** Asks for a finished match from any server, to be watched again and reviewed from its record in a file. */
export const RecordPage = ({ children }: Props) => (
  <FilePage
    title={i18n._("Open a record")}
    accept={RECORDS}
    read={readRecord}
    words={i18n._(
      "Watch a finished match of any server again, and review it: the result of each match has its record, as a file. The file stays in this browser.",
    )}
    below={<GoButton to={studyPath("")}>{i18n._("Your studies")}</GoButton>}
  >
    {children}
  </FilePage>
);

/** The kinds of files that records are, as an input has them. */
export const RECORDS = ".jsonl,.txt,application/jsonl,application/x-ndjson";

interface FilePageProps<Opened> {
  readonly title: string;
  /** What is asked for, and what becomes of it. */
  readonly words: string;
  readonly accept: string;
  /** Reads the text of a file. Rejects with a `Refusal`. */
  readonly read: (text: string) => Promise<Opened>;
  /** Another way on, below. Default: none. */
  readonly below?: ReactNode;
  readonly children: (opened: Opened) => ReactNode;
}

/** Asks for a file, and draws what is in it. */
export function FilePage<Opened>({ children, ...asked }: FilePageProps<Opened>) {
  const [opened, setOpened] = useState<{ readonly it: Opened } | null>(null);
  return opened === null ? <OpenFile {...asked} onOpen={(it) => setOpened({ it })} /> : children(opened.it);
}

function OpenFile<Opened>({
  title,
  words,
  accept,
  read,
  below,
  onOpen,
}: Omit<FilePageProps<Opened>, "children"> & { readonly onOpen: (opened: Opened) => void }) {
  usePage(title);
  const action = useAction();
  const open = (file: File) =>
    action.run(async () => {
      if (file.size > MOST) throw new Refusal({ code: "too-large", message: "the file is too large" });
      onOpen(await read(await file.text()));
    });
  return (
    <NoticePage
      tone="dark"
      sign="olin"
      title={title}
      actions={
        <>
          <FileButton tone="gold" accept={accept} busy={action.busy} onFile={open}>
            {i18n._("Choose a file")}
          </FileButton>
          <GoButton to={paths.lobby}>{i18n._("To the lobby")}</GoButton>
        </>
      }
      below={below}
    >
      <p>{words}</p>
      <p role="status">{action.busy ? i18n._("Checking the file…") : null}</p>
      <RefusalNote error={action.error} texts={textsOf(action.error)} />
    </NoticePage>
  );
}

const unknownGame = () =>
  i18n._("This page does not have the game of this match, or not in the version that it was played with.");

const TEXTS: RefusalTexts = {
  "too-large": () => i18n._("This file is too large to be a match's record."),
  cut: ({ line = 1 }) => i18n._("The file ends too early, with line {line}: the rest is missing.", { line }),
  "unknown-game": unknownGame,
  "unknown-rules": unknownGame,
  "bad-study": ({ field = "" }) => i18n._("This is no study's file, or it was changed: {field}.", { field }),
  "unknown-format": () => i18n._("A newer version wrote this record: open it on a newer server's page."),
};

const wrongLine = ({ line = 1 }: Refusal) =>
  i18n._("Line {line} of the file is wrong: this is no match's record, or it was changed.", { line });

const textsOf = (error: unknown): RefusalTexts =>
  error instanceof Refusal && error.line !== undefined ? { [error.code]: wrongLine, ...TEXTS } : TEXTS;

/** Reads a record that verifies. Rejects with a `Refusal`; of what is wrong in the file, with its line. */
export async function readRecord(record: string): Promise<ReplayedMatch> {
  const verdict = await verifyInWorker(record, null);
  if (verdict.ok) return openRecord(record);
  const { entry, reason: code, message } = verdict;
  const last = record.trimEnd().split("\n").length;
  const line = entry === "header" ? 1 : entry === "end" ? last : entry + 1;
  throw new Refusal({ code, message, line });
}
