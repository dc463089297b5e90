// A small turn-based game in boardgame.io's own reducer: 20 spaces and 4 players, who move ahead and take skulls.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal");

const PLAYERS = 4;
const SPACES = 20;

const game = {
  name: "small",
  setup: () => ({
    racks: Array(SPACES).fill(13),
    players: Array.from({ length: PLAYERS }, (_, player) => ({ space: 5 * player, skulls: 0 })),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    go: ({ G, playerID }, steps) => {
      const player = G.players[Number(playerID)];
      player.space = (player.space + steps) % SPACES;
      if (G.racks[player.space] > 0) {
        G.racks[player.space] -= 1;
        player.skulls += 1;
      } else {
        G.racks[player.space] = 13;
      }
    },
  },
};

/** Plays whole matches of so many moves. Returns the skulls taken, so that V8 optimises nothing away. */
export function playSmallGame(matches, moves) {
  const reducer = CreateGameReducer({ game });
  let skulls = 0;
  for (let match = 0; match < matches; match += 1) {
    let state = InitializeGame({ game, numPlayers: PLAYERS });
    for (let n = 0; n < moves; n += 1) {
      const payload = { type: "go", args: [1 + ((n * 7) % 6)], playerID: state.ctx.currentPlayer };
      state = reducer(state, { type: "MAKE_MOVE", payload });
    }
    if (state.ctx.turn !== moves + 1) throw new Error("a move was refused");
    skulls += state.G.players.reduce((sum, player) => sum + player.skulls, 0);
  }
  return skulls;
}
