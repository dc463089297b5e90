/** What the schema library expects of a runtime and k6 lacks. Loaded before it; none of it is used by what we decode. */
const missing = globalThis as Record<string, unknown>;

missing["FinalizationRegistry"] ??= class {
  register(): void {}
  unregister(): void {}
};
missing["BigInt64Array"] ??= Object;
missing["BigUint64Array"] ??= Object;
