/** The header in which an account shows its `Proof`, beside its token. It stands apart from `ACCOUNT_PATHS`, which pages load later. */
export const PROOF_HEADER = "Flower-War-Proof";
