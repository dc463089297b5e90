/** The rules of Flower War and Mexica alone: a module of its own, so that a bundle loads them for nothing else. */
export { flowerWar, mexica } from "@flower-war/rules/flower-war";
