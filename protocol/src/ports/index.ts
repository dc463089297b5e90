export * from "./backoff.ts";
export * from "./random.ts";
export * from "./time.ts";
export * from "./token-bucket.ts";
