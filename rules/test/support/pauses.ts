import type { PublicEntry } from "../../src/index.ts";
import { eventOfPause, type PauseCommand } from "../../src/pause.ts";
import type { Parts } from "./records.ts";
import { type WitnessedSetting, witnessedRecord, withSignatures } from "./witnessed.ts";

/**
 * Returns the record of format 4 of a match between easy bots, as `witnessedRecord` plays it, in which the people pause, go on and give time after
 * every seventh entry; all other people agree.
 */
export function pausedRecord(setting: WitnessedSetting): Parts {
  const { header, entries: played, end } = witnessedRecord(setting);
  const names = header.seats.map(({ seat }) => seat);
  const [seat = "", to = ""] = names;
  const commands: readonly PauseCommand[] = [
    { type: "table-pause", seconds: 300 },
    { type: "table-give-time", to, seconds: 60 },
    { type: "table-resume" },
  ];
  const added = commands.map((command) => {
    const others = names.filter(
      (name) => name !== seat && (command.type !== "table-give-time" || name !== to),
    );
    return { seat, command, events: [eventOfPause(command, others)] };
  });
  const entries: PublicEntry[] = [];
  for (const [i, entry] of played.entries()) {
    if (i % 7 === 3) for (const each of added) entries.push({ n: entries.length + 1, ...each });
    entries.push({ ...entry, n: entries.length + 1 });
  }
  return withSignatures({
    header: { ...header, format: "flower-war-record-4", pauses: 300 },
    entries,
    end: { ...end, signatures: {} },
  });
}
