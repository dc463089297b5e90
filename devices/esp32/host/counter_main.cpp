// The counting core alone, driven by one operation per line, for the test that compares it with devices/src/counter.ts.
// After each line it prints what it published and when it is due next.

#include <cstdio>
#include <cstring>
#include <iostream>
#include <sstream>
#include <string>

#include "messages.hpp"

using namespace templo;

namespace {

double middle() { return 0.5; }

char payload[kMostPayload];

const char* stateOf(Counter& counter, Millis now) {
  writeState(payload, sizeof payload, counter, counter.report(now), {"twin", 3, nullptr});
  return payload;
}

const char* actOf(const Counter& counter, const Act& act) {
  writeAct(payload, sizeof payload, counter, act);
  return payload;
}

/** Carries out one operation and prints what it publishes. */
void play(Counter& counter, std::istringstream& words, const std::string& operation, Millis now) {
  std::string word;
  if (operation == "drop") {
    words >> word;
    Bead bead = counter.drop(word == "h" ? Slot::h : Slot::t, now);
    writeBead(payload, sizeof payload, counter, bead);
    puts(payload);
  } else if (operation == "connect") {
    counter.beginConnection();
    puts(stateOf(counter, now));
  } else if (operation == "press") {
    words >> word;
    ActKind kind = word == "pair" ? ActKind::pair : word == "unpair" ? ActKind::unpair : ActKind::returned;
    puts(actOf(counter, counter.press(kind, Slot::t, 2, now)));
  } else if (operation == "answered" || operation == "deferred") {
    uint32_t seq;
    words >> seq;
    counter.answerAct(seq, operation == "deferred", now);
  } else if (operation == "display") {
    std::getline(words >> std::ws, word);
    Display display;
    if (readDisplay(word.data(), word.size(), display)) counter.show(display);
  } else if (operation == "notice") {
    std::string start;
    words >> word >> start;
    counter.handleNotice(word.c_str(), start.c_str(), now);
  } else if (operation == "heeds") {
    words >> word;
    puts(counter.acceptCommand(word.c_str()) ? "yes" : "no");
  } else if (operation == "faults") {
    unsigned faults;
    words >> faults;
    counter.setFaults(static_cast<uint8_t>(faults), now);
  } else if (operation == "epoch") {
    words >> word;
    counter.restartCounting(word.c_str());
  } else if (operation == "tick") {
    DueMessages due = counter.tick(now);
    if (due.state) puts(stateOf(counter, now));
    if (due.act) puts(actOf(counter, due.again));
  }
}

}  // namespace

int main() {
  Counter counter("b1b1b1b1", "b1b1b1b1", {}, middle);
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    Millis now;
    std::string operation;
    words >> now >> operation;
    play(counter, words, operation, now);
    printf("due %llu\n", static_cast<unsigned long long>(counter.nextDueAt()));
    fflush(stdout);
  }
}
