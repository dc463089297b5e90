// oxlint-disable-next-line typescript/triple-slash-reference -- an import would declare no files for those who import this
/// <reference path="./files.d.ts" preserve="true" />
/* The page has these, and gives them to the tables of its games (server/src/games/own-modules.ts). Here they are for the compiler and for tests. */
export * from "../../web/src/games/own/frame/game-frame.tsx";
