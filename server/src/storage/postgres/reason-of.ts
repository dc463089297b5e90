/** Returns an error's reason in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node's error for several addresses of one name has no message of its own.
  const [first = error] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  return (first.message || first.name).replaceAll(/\s+/g, " ").replace(/\.$/, "");
}
