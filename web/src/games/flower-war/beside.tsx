import type { View } from "@flower-war/client-sdk/flower-war";
import { Apocalypse } from "./apocalypse.tsx";
import { Skulls } from "./skulls.tsx";

export function Beside({ view: { table } }: { view: View }) {
  return (
    <>
      <Apocalypse table={table} />
      <Skulls table={table} />
    </>
  );
}
