import { deleteExpired } from "../storage/retention.ts";
import type { SqlDatabase } from "../storage/sql-database.ts";
import type { Cancel } from "../time.ts";
import { Studies, type StudiesPorts } from "./studies.ts";
import { StudyStore } from "./store/study-store.ts";

interface StudiesOptions extends Omit<StudiesPorts, "store"> {
  readonly database: SqlDatabase;
  readonly retention: { readonly results: number };
}

/** Opens the studies, which end with results. Stopping them closes no database. */
export async function openStudies(
  options: StudiesOptions,
): Promise<{ readonly studies: Studies; readonly stop: Cancel }> {
  const { database, retention, time } = options;
  const store = new StudyStore(database);
  const studies = new Studies({ ...options, store });
  await studies.open();
  const endRetention = deleteExpired(
    () => store.deleteExpired(time.steady.now() - retention.results),
    options,
  );
  return {
    studies,
    stop: () => {
      endRetention();
      studies.stop();
    },
  };
}
