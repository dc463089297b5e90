// Checks that the payloads' readers and writers survive any bytes (M-2) and an exhausted heap: `check-messages <seed>`.

#include <cJSON.h>

#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <random>
#include <string>

#include "check.hpp"
#include "messages.hpp"

using namespace templo;

namespace {

constexpr int kRounds = 20'000;

const std::string kDisplay =
    R"({"v":1,"phase":"playing","code":null,"expires":null,"mark":"M.7","open":{"h":true,"t":false},"left":2,)"
    R"("fix":{"h":-4294967295,"t":1},"epoch":"b1b1b1b1","judged":{"h":4294967295,"t":0},"last":{"n":1},)"
    R"("lines":["East","Drop 2"]})";
const std::string kCommand = R"({"v":1,"id":"c1","op":"report"})";
const std::string kNotice = R"({"v":1,"online":true,"id":"bridge-1","start":"5be0c4d1"})";
const std::string kBeadsAnswer =
    R"({"v":1,"epoch":"9f3c21aa","slot":"t","from":4,"to":4,"verdict":"rejected","reason":"late","line":"Too late"})";
const std::string kActAnswer = R"({"v":1,"boot":"b1b1b1b1","seq":4294967295,"verdict":"accepted"})";

/** How many pieces of the heap cJSON holds, and how many more it gets. */
int held = 0;
int left = -1;

void* take(size_t size) {
  if (left == 0) return nullptr;
  if (left > 0) left -= 1;
  void* piece = malloc(size);
  if (piece != nullptr) held += 1;
  return piece;
}

void giveBack(void* piece) {
  if (piece != nullptr) held -= 1;
  free(piece);
}

/** Reads a payload as `T` into bytes that must stay as they are if it is refused. */
template <typename T>
bool reads(bool (*read)(const char*, size_t, T&), const std::string& payload) {
  T out;
  memset(static_cast<void*>(&out), 0x5a, sizeof out);
  T before;
  memcpy(static_cast<void*>(&before), &out, sizeof out);
  bool isGood = read(payload.data(), payload.size(), out);
  expect(held == 0, "nothing of the heap is kept after", payload);
  if constexpr (std::is_same_v<T, Display>) {
    expect(isGood || memcmp(&out, &before, sizeof out) == 0, "a refused display changes nothing:", payload);
  }
  return isGood;
}

bool readsAll(const std::string& payload) {
  bool display = reads(readDisplay, payload);
  bool command = reads(readCommand, payload);
  bool notice = reads(readNotice, payload);
  bool beads = reads(readBeadsAnswer, payload);
  return reads(readActAnswer, payload) || beads || display || command || notice;
}

/** Gives an operation one piece of the heap more each time until it succeeds. */
void starve(const char* what, const std::function<bool()>& operation) {
  int pieces = 0;
  for (left = pieces; !operation(); left = ++pieces) {
    expect(held == 0, "nothing of the heap is kept after failing:", what);
    if (pieces < 1'000) continue;
    expect(false, "it succeeds with enough of the heap:", what);
    break;
  }
  left = -1;
  expect(pieces > 1, "it needs the heap:", what);
}

void checkHeap() {
  Counter counter("b1b1b1b1", "b1b1b1b1", {1, 2}, [] { return 0.5; });
  Display display = {};
  readDisplay(kDisplay.data(), kDisplay.size(), display);
  counter.show(display);
  counter.setFaults(kBlockedH | kStorage, 0);
  char out[kMostPayload];
  starve("writeState", [&] { return writeState(out, sizeof out, counter, counter.report(0), {"twin", 3, "es"}); });
  starve("writeBead", [&] { return writeBead(out, sizeof out, counter, counter.drop(Slot::h, 0)); });
  starve("writeAct", [&] {
    return writeAct(out, sizeof out, counter, counter.press(ActKind::returned, Slot::t, 1, 0));
  });
  starve("writeOffline", [&] { return writeOffline(out, sizeof out, "b1b1b1b1", 1, "off"); });
  starve("readDisplay", [] { return reads(readDisplay, kDisplay); });
  starve("readCommand", [] { return reads(readCommand, kCommand); });
  starve("readNotice", [] { return reads(readNotice, kNotice); });
  starve("readBeadsAnswer", [] { return reads(readBeadsAnswer, kBeadsAnswer); });
  starve("readActAnswer", [] { return reads(readActAnswer, kActAnswer); });
}

void checkHealth() {
  Counter counter("b1b1b1b1", "b1b1b1b1", {0, 0}, [] { return 0.5; });
  char out[kMostPayload];
  auto says = [&](const Identity& self, const char* text) {
    return writeState(out, sizeof out, counter, counter.report(0), self) && strstr(out, text) != nullptr;
  };
  Identity known = {"check", 3, nullptr, "watchdog", [] { return -67; }};
  expect(says(known, R"("reset":"watchdog","rssi":-67)"), "a state says why the temple started, and its signal");
  Identity unknown = {"check", 3, nullptr, nullptr, [] { return 0; }};
  expect(!says(unknown, "reset") && !says(unknown, "rssi"), "what is not known is left out of a state");
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

void checkLimits() {
  const std::string padding(kMostPayload - kDisplay.size(), ' ');
  expect(reads(readDisplay, kDisplay + padding), "1024 bytes are read (T-4)");
  expect(!reads(readDisplay, kDisplay + padding + " "), "1025 bytes are refused (T-4)");
  expect(reads(readDisplay, replaced(kDisplay, R"("n":1)", R"("n":{"a":"[[[[{{{{\"\\["})")), "depth 3 is read (T-4)");
  expect(!reads(readDisplay, replaced(kDisplay, R"("n":1)", R"("n":{"a":[]})")), "depth 4 is refused (T-4)");
  const std::pair<const char*, const char*> bad[] = {
      {R"("v":1)", R"("v":2)"},
      {R"("v":1)", R"("v":"1")"},
      {"\"M.7\"", "null"},
      {"\"M.7\"", "\"\""},
      {"\"M.7\"", "\"1234567890123456789012345\""},
      {"true", "1"},
      {"\"left\":2", "\"left\":100"},
      {"\"expires\":null", "\"expires\":-1"},
      {"\"expires\":null", "\"expires\":\"9\""},
      {"\"left\":2", "\"left\":0.5"},
      {"\"left\":2", "\"left\":1e400"},
      {"-4294967295", "-4294967296"},
      {":4294967295", ":4294967296"},
      {"\"judged\":{", "\"judged\":{\"h\":-1,"},
      {"\"East\"", "7"},
      {"\"East\"", "\"123456789012345678901\""},
      {"\"East\"", "\"Cu\xc3\xa1ndo\""},
      {"\"East\"", "\"\\u0007\""},
      {"\"East\"", "\"a\",\"b\",\"c\",\"d\""},
      {"]}", "]} x"},
      {"]}", "],}"},
      {"]}", "]"},
  };
  for (const auto& [from, to] : bad) expect(!reads(readDisplay, replaced(kDisplay, from, to)), "is refused:", to);
  expect(!reads(readDisplay, kDisplay + std::string(1, '\0')), "a zero byte is refused");
  expect(!readsAll(""), "an empty payload is refused");
  expect(!readsAll("[1]"), "a list is refused");
}

void checkAnyBytes(std::mt19937& random) {
  auto below = [&](size_t limit) { return std::uniform_int_distribution<size_t>(0, limit - 1)(random); };
  const std::string* const known[] = {&kDisplay, &kCommand, &kNotice, &kBeadsAnswer, &kActAnswer};
  const std::string signs = "{}[]\",:\\0123456789.eE+-tfnu \n";
  for (int round = 0; round < kRounds; ++round) {
    std::string bytes;
    if (round % 2 == 0) {
      bytes = *known[below(std::size(known))];
      for (size_t changes = 1 + below(4); changes > 0; --changes) {
        size_t at = below(bytes.size());
        if (below(3) == 0) bytes.erase(at, 1 + below(9));
        else if (below(2) == 0) bytes.insert(at, 1, signs[below(signs.size())]);
        else bytes[at] = static_cast<char>(below(256));
        if (bytes.empty()) break;
      }
    } else {
      bool isText = below(2) == 0;
      for (size_t length = below(2'200); length > 0; --length) {
        bytes += isText ? signs[below(signs.size())] : static_cast<char>(below(256));
      }
    }
    readsAll(bytes);
  }
  for (char opener : {'[', '{'}) expect(!readsAll(std::string(kMostPayload, opener)), "is refused: 1024 openers");
}

}  // namespace

int main(int argc, char** argv) {
  std::mt19937 random(argc < 2 ? 1 : static_cast<unsigned>(strtoul(argv[1], nullptr, 10)));
  cJSON_Hooks hooks = {take, giveBack};
  cJSON_InitHooks(&hooks);
  for (const std::string& each : {kDisplay, kCommand, kNotice, kBeadsAnswer, kActAnswer}) {
    expect(readsAll(each), "is read:", each);
  }
  checkHeap();
  checkHealth();
  checkLimits();
  checkAnyBytes(random);
  return failures == 0 ? 0 : 1;
}
