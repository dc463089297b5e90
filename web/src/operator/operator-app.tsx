import { Refusal, type OperatorSession } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import { get, remove } from "./api.ts";
import { OperatorPage } from "./operator-page.tsx";
import { SignIn } from "./sign-in.tsx";

/** The operator's page, after its door. */
export function OperatorApp() {
  /** `undefined`: not known yet; `null`: no operator is signed in. */
  const [session, setSession] = useState<OperatorSession | null | undefined>(undefined);
  useEffect(() => {
    get<OperatorSession>("session").then(setSession, () => setSession(null));
  }, []);
  if (session === undefined) return null;
  if (session === null) return <SignIn onSignedIn={setSession} />;
  const signOut = async () => {
    await remove("session").catch(() => {}); // the session ends by itself
    setSession(null);
  };
  const onError = (error: unknown) => {
    if (error instanceof Refusal && error.code === "unauthorized") setSession(null);
  };
  return <OperatorPage name={session.name} onSignOut={() => void signOut()} onError={onError} />;
}
