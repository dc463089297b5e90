/** The data folder of a server and its host: how it is created, and the lock by which one process owns it. It needs Node 24. */
export * from "./store-lock.ts";
