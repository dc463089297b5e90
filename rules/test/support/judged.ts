import type { PublicEntry } from "../../src/index.ts";
import { eventOfJudge, type JudgeCommand } from "../../src/judge.ts";
import { eventOfPause, type PauseCommand } from "../../src/pause.ts";
import type { Parts } from "./records.ts";
import { type WitnessedSetting, witnessedRecord, withSignatures } from "./witnessed.ts";

/**
 * Returns the record of format 4 of a match between easy bots, as `witnessedRecord` plays it, in which the player of the first seat seeks a judge, who
 * comes, pauses, gives time and asks for an end, and is dropped, and who pauses themselves then; again and again.
 */
export function judgedRecord(setting: WitnessedSetting): Parts {
  const { header, entries: played, end } = witnessedRecord(setting);
  const [seat = "", to = ""] = header.seats.map((each) => each.seat);
  const of = (command: JudgeCommand, by?: "judge") => ({
    seat,
    ...(by && { by }),
    command,
    events: [eventOfJudge(command)],
  });
  const pauses = (command: PauseCommand) => ({
    seat,
    by: "judge" as const,
    command,
    events: [eventOfPause(command, "judge")],
  });
  const pause = { type: "table-pause", seconds: 60 } as const;
  const added: readonly Omit<PublicEntry, "n">[] = [
    of({ type: "table-seek-judge" }),
    of({ type: "table-name-judge" }, "judge"),
    pauses({ type: "table-pause", seconds: 300 }),
    pauses({ type: "table-give-time", to, seconds: 60 }),
    pauses({ type: "table-resume" }),
    of({ type: "table-ask-end", what: "draw" }, "judge"),
    of({ type: "table-drop-judge" }),
    { seat, command: pause, events: [eventOfPause(pause, [])] },
  ];
  const entries: PublicEntry[] = [];
  for (const [i, entry] of played.entries()) {
    if (i % 7 === 3) for (const each of added) entries.push({ n: entries.length + 1, ...each });
    entries.push({ ...entry, n: entries.length + 1 });
  }
  return withSignatures({
    header: { ...header, format: "flower-war-record-4", pauses: 300, judges: true },
    entries,
    end: { ...end, signatures: {} },
  });
}
