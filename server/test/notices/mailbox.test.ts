import { expect, test } from "vitest";
import { mailboxOf } from "../../src/notices/mailbox.ts";

test.each([
  ["Victim@Example.org", "victim@example.org"],
  ["victim+news+more@example.org", "victim@example.org"],
  ["v.ictim@example.org", "v.ictim@example.org"],
  ["v.i.ctim+1@googlemail.com", "victim@gmail.com"],
  ["v-ic_t.im@pm.me", "victim@proton.me"],
  ["vic-tim@ya.ru", "victim@yandex.com"],
  ["v.ictim@me.com", "v.ictim@icloud.com"],
  ['"a+b@c"@example.org', '"a@example.org'],
])("%s leads to the mailbox %s", (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
