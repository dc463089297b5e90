/**
 * The complete rules of Flower War and Mexica, to play without a server: for replays and lessons. A module of its own, so that
 * a bundle loads them for nothing else.
 */
export { flowerWar, mexica } from "@flower-war/rules/flower-war";
