import type { SeatInfo } from "@flower-war/client-sdk";
import type { View } from "@flower-war/client-sdk/flower-war";
import { Apocalypse } from "./apocalypse.tsx";
import { Board } from "./board.tsx";
import { Skulls } from "./skulls.tsx";
import { Tribes } from "./tribes.tsx";

export function Table({ view, people }: { view: View; people: readonly SeatInfo[] }) {
  const { table, seat } = view;
  return (
    <>
      <Tribes table={table} people={people} viewer={seat} />
      <Board table={table} />
      <Skulls table={table} />
      <Apocalypse table={table} />
    </>
  );
}
