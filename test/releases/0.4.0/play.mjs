// A user's program: it uses the installed packages only. Prints its results as one line of JSON.
import { FlowerWar, Refusal } from "@flower-war/client-sdk";
import { SEATS } from "@flower-war/client-sdk/flower-war";
import { PATHS } from "@flower-war/client-sdk/admin";
import * as temple from "@flower-war/protocol/temple";

const host = new FlowerWar(process.argv[2], { name: "Stranger" });
const match = await host.create({ game: "flower-war", seats: 2, bots: 1 });
const [roll] = match.legal();
const { n } = await match.send(roll);
const refused = await match.send({ type: "dance" }).catch((error) => error instanceof Refusal && error.code);
await match.leave();
const words = { seats: SEATS.length, path: PATHS.matches, temple: Object.keys(temple).length > 0 };
console.log(JSON.stringify({ seat: match.seat, roll, n, refused, ...words }));
