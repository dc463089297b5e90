// What the check programs share: each prints what is broken, if anything, and exits with 1.
#pragma once

#include <cstdio>
#include <string>

inline int failures = 0;

inline void expect(bool holds, const std::string& what, const std::string& detail = "") {
  if (holds) return;
  failures += 1;
  printf("broken: %s %s\n", what.c_str(), detail.c_str());
}

inline void expectEqual(const std::string& found, const std::string& expected, const std::string& what) {
  expect(found == expected, what, "is \"" + found + "\", not \"" + expected + "\"");
}
