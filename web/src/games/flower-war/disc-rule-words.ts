import type { SpaceId, Table } from "@flower-war/client-sdk/flower-war";

/** What each disc changes when it has triggered the apocalypse (canon section 10). */
const RULES: { readonly [D in SpaceId]: string } = {
  cipactli: "collecting takes 1 more",
  ehecatl: "every roll to move counts 1 more",
  calli: "defenders have 1 more",
  cuetzpalin: "movement runs the other way round",
  coatl: "Rain cards cost nothing",
  miquiztli: "whoever loses a battle also loses 1 skull",
  mazatl: "two dice are rolled to move, and either moves",
  tochtli: "tribute is 2 skulls",
  atl: "an offering to Tlaloc counts twice",
  itzcuintli: "whoever begins a turn without a skull takes 1 from supply",
  ozomahtli: "the attacker wins on equal totals",
  malinalli: "cards cost 1 more",
  acatl: "everyone may challenge one space away",
  ocelotl: "attackers have 1 more",
  cuauhtli: "War cards cost nothing",
  cozcacuauhtli: "whoever wins a battle also takes 1 skull from supply",
  olin: "after collecting, 1 skull of the rack goes to supply",
  tecpatl: "battle stakes are 1 higher",
  quiahuitl: "each round every rack that is not full gains 1 skull from supply",
  xochitl: "a trade costs 4 skulls",
};

/** The rule changes in force, in words. */
export function discRuleWords({ options, apocalypse }: Table): readonly string[] {
  const rule = options.discRules && options.apocalypseTrigger !== 260;
  return rule ? apocalypse.discs.map((disc) => `${disc}: ${RULES[disc]}`) : [];
}
