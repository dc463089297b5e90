/** Seeds that found something once, when runs drew what they did then. Each is run with every `npm test`: it must find nothing again. */
export const FAILED_SEEDS: readonly number[] = [
  // The store lost the answer with a new ban: the banned player went on for up to 30 s.
  316,
  // A process that had stood still removed a room from the listing that was being created.
  4, 467, 946,
  // The store was full for 8 s: a player whose nonce was not stored lost the seat, and could not sit down again.
  2541,
  // A server made way while the store was away: the time from its last heartbeat to the last entry counted as played on.
  20648,
  // Lines were cut for longer than the store was away: what the cut cost was taken for what the store did. The world's fault.
  1001705,
  // A frozen process went on as another took its match over: its first heartbeat said that clocks had run all the time.
  1014515,
  // A match was taken over from a frozen process: the clock of a player ran whose temple's bridge was still connected to that one.
  1028889,
  // A player was banned who sent something just then, and waited for ever for what came of it. The world's fault.
  1032084,
  // A second device of a temple's name took the ack of a bead, and its report said that the temple has it.
  1050697, 1052198, 1053845,
  // Both servers were deployed, and the lines to one were cut then: a player waited for its answer until they were whole again.
  1056993,
  // A server was deployed while a bridge did not know which of two devices was alive: it asked neither again for a minute.
  1066939,
  // A bot account came to another server while its own stood still, which then removed the new room from the listing too.
  1067989,
  // Three answers of Redis were awaited as the timers of a server were counted. The world's fault.
  1057197,
  // The entrance waited for a server whose lines were cut, as no nginx does. The world's fault.
  1084321,
  // A seat could not be opened, for the store was away: its player, who asked again just then, was told that they have lost it.
  1091483,
  // A client gave up connecting to a server that stood still: the reset came before the connection. The world's fault.
  1094410,
  // A player was back 6 ms after the store, before their server had asked it. The world's fault.
  1100900,
  // Of two outages of the store that met, the clock was judged when the first would have been over. The world's fault.
  1103128,
];
