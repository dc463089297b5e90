/**
 * The wire protocol, for programs of release 0.2.0.
 * @deprecated Import `@flower-war/protocol`.
 */
export * from "@flower-war/protocol";
