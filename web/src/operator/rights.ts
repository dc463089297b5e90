import { mayDo, type OperatorAct, type OperatorRole } from "@flower-war/client-sdk/admin";
import { createContext, use } from "react";

/** The role of the operator who is signed in. */
export const Role = createContext<OperatorRole>("moderator");

/** Returns whether the operator may do something. The server decides. */
export function useMay(act: OperatorAct): boolean {
  return mayDo(use(Role), act);
}
