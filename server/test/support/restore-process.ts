/** Opens the database `FILE`, creates the folder `IMAGES`, and replaces the database by the file `FROM` (step-images.ts). */
import { mkdirSync } from "node:fs";
import { pino } from "pino";
import { MIGRATIONS } from "../../src/migrations.ts";
import { openDatabase } from "../../src/storage/open.ts";
import { systemTime } from "../../src/time.ts";

const { FILE = "", FROM = "", IMAGES = "" } = process.env;
const database = await openDatabase(FILE, MIGRATIONS, { time: systemTime, log: pino({ level: "silent" }) });
if (IMAGES) mkdirSync(IMAGES);
await database.restore(FROM);
await database.close();
