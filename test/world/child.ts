/* A process that runs the seeds that its parent names. */
import { answerOrders } from "./answer-orders.ts";
import { PLANTS } from "./plants/plants.ts";
import { prepareWorlds } from "./prepare.ts";

const [, , plantName] = process.argv;
const { drawPlan, runWorld } = await prepareWorlds(PLANTS.find(({ name }) => name === plantName) ?? null);
answerOrders((seed, size) => runWorld(drawPlan(seed, size)));
