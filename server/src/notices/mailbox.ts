/** Providers whose mailboxes have several addresses: their domains, and the characters of a name that mean nothing there. */
const PROVIDERS = [
  { domains: ["gmail.com", "googlemail.com"], ignored: /\./g },
  { domains: ["proton.me", "protonmail.com", "protonmail.ch", "pm.me"], ignored: /[._-]/g },
  { domains: ["yandex.com", "yandex.ru", "ya.ru"], ignored: /[.-]/g },
  { domains: ["icloud.com", "me.com", "mac.com"], ignored: null },
] as const;

/**
 * Returns the mailbox that an e-mail address leads to, as far as can be said without asking its provider: capitals and a `+tag` mean
 * nothing. Two mailboxes may look like one, so it is good for counting alone.
 */
export function mailboxOf(address: string): string {
  const folded = address.toLowerCase();
  const at = folded.lastIndexOf("@");
  const [name = ""] = folded.slice(0, at).split("+");
  const domain = folded.slice(at + 1);
  const provider = PROVIDERS.find(({ domains }) => (domains as readonly string[]).includes(domain));
  if (!provider) return `${name}@${domain}`;
  return `${provider.ignored ? name.replaceAll(provider.ignored, "") : name}@${provider.domains[0]}`;
}
