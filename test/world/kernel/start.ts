/** What every wall clock says at virtual time 0: 2027-01-15, as ms since 1970. */
export const START = 1_800_000_000_000;
