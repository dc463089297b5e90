// boardgame.io's own server with a small game: 20 spaces, 4 players, each may mark a space.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Server, Origins } = require("boardgame.io/server");
const { ActivePlayers } = require("boardgame.io/core");

const small = {
  name: "small",
  minPlayers: 4,
  maxPlayers: 4,
  setup: () => ({ cells: Array(20).fill(0) }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    mark: ({ G }, cell, value) => {
      G.cells[cell] = value;
    },
  },
};

const server = Server({ games: [small], origins: [Origins.LOCALHOST] });
console.log = () => {};
const { appServer } = await server.run({ port: 0 });
process.send({ port: appServer.address().port });
process.on("disconnect", () => process.exit());
