/** Servers that run at most on one machine. */
export const MOST_SERVERS = 16;

/** The variables that `flower-war start` reads besides those of server and bridge. docs/configuration.md is written from it. */
export const VARIABLES = {
  SERVERS: {
    takes: `a number from 1 to ${MOST_SERVERS}`,
    unset: "`1`",
    about:
      "how many servers run behind one entrance on this machine. More than one need Redis, PostgreSQL and nginx",
    more: "operate.md#several-servers-on-one-machine",
  },
  STANDBY: {
    takes: "on or off",
    unset: "`on` for a server that is alone, if 1 GiB of memory is free; else `off`",
    about: "`on`: a process that has loaded everything waits to replace a server that ends",
    more: "operate.md#what-is-started-again",
  },
} as const;
