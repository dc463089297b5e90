// What a temple's screen says of itself, in the language that its maker chose. devices/src/words.ts has the same.
#pragma once

#include "broker.hpp"

namespace templo {

/** Printable ASCII, at most 20 characters a line. */
struct Words {
  /** A debt is `Take 2 from Tlaloc`, as in the bridge's lines. */
  const char* take;
  const char* from;
  const char* noWifi;
  const char* wrongPassword;
  const char* noTime;
  const char* connecting;
  const char* unreachable;
  const char* untrusted;
  const char* login;
  const char* access;
  const char* noBridge;
  const char* noMatch;
  const char* noDisplay;
  const char* codeExpired;
  const char* pressPair;

  /** Returns what a screen says of a connection that did not come about. */
  const char* sentenceOf(Refusal why) const;
};

/** @param language BCP 47; `nullptr`, empty or not known here: English */
const Words& wordsOf(const char* language);

}  // namespace templo
