/** A server as `main.ts` starts it, except that a bot has 20 s for a command: a busy machine starts processes slowly. */
import { startServer } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { systemRandom } from "../../src/random.ts";

const config = readConfig(process.env, systemRandom);
const server = await startServer({ ...config, botThinking: { time: 150, timeout: 20_000 } });
process.once("SIGTERM", () => void server.stop().then(() => process.exit()));
process.send?.({ port: server.port });
