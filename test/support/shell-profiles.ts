/** Returns how the names of the browser profiles begin that workers of a run of Vitest share. @param run the id of the run's process */
export const shellProfiles = (run: number): string => `flower-war-shell-${run}-`;
