/** All of the rules' package that rules of games import, without the games that it has itself and without the check of records. */
export {
  admit,
  ChanceReader,
  COMMON_REFUSALS,
  defaultsOf,
  fold,
  integersOf,
  placesOf,
  readOptions,
  shuffledBy,
} from "@flower-war/rules";
