/**
 * A server as `main.ts` starts it, except that bots think for longer: a test meets them in mid-thought. It sends `asked` when a bot process
 * that is ready gets a question.
 */
import { startServer } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { systemRandom } from "../../src/random.ts";

const config = readConfig(process.env, systemRandom);
const thinking = {
  // Read for each question.
  get time() {
    process.send?.("asked");
    return 900;
  },
  answer: 1_000,
};
const botThinking = { skilled: thinking, strong: thinking, advice: 900, timeout: 60_000 };
const server = await startServer({ ...config, botThinking });
process.once("SIGTERM", () => void server.stop().then(() => process.exit()));
process.send?.({ port: server.port });
