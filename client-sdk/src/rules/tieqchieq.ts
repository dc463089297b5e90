/** The complete rules of Tıeqchıeq, for replays. */
export { tieqchieq } from "@flower-war/rules/tieqchieq";
