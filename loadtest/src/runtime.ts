/** Globals that the schema library refers to and k6 lacks. Loaded before the library; decoding uses none of them. */
const missing = globalThis as Record<string, unknown>;

missing["FinalizationRegistry"] ??= class {
  register(): void {}
  unregister(): void {}
};
missing["BigInt64Array"] ??= Object;
missing["BigUint64Array"] ??= Object;
