export * from "@flower-war/protocol";
