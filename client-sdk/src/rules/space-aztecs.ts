/** The complete rules of Space Aztecs, for replays. */
export { spaceAztecs } from "@flower-war/rules/space-aztecs";
