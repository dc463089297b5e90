declare module "unicode-confusables" {
  /** Replaces each character by its prototype of UTS 39, if it has one. */
  export function rectifyConfusion(text: string): string;
}
