/** A server as `main.ts` starts it, except that bots think for longer: a test meets them in mid-thought. */
import { startServer } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { systemRandom } from "../../src/random.ts";

const config = readConfig(process.env, systemRandom);
const server = await startServer({ ...config, botThinking: { time: 900, answer: 1_000, timeout: 20_000 } });
process.once("SIGTERM", () => void server.stop().then(() => process.exit()));
process.send?.({ port: server.port });
