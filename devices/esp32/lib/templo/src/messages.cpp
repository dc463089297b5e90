#include "messages.hpp"

#include <cJSON.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <memory>

namespace templo {

namespace {

constexpr double kU32 = 0xffffffff;
/** How deep objects and lists may be nested (T-4). */
constexpr int kMostDepth = 3;

const struct {
  Fault fault;
  const char* name;
} kFaults[] = {{kBlockedH, "blocked-h"},
               {kBlockedT, "blocked-t"},
               {kSensorH, "sensor-h"},
               {kSensorT, "sensor-t"},
               {kStorage, "storage"}};

struct Deleter {
  void operator()(cJSON* value) const { cJSON_Delete(value); }
};
using Json = std::unique_ptr<cJSON, Deleter>;

/** Builds a payload. If the heap is exhausted or it does not fit, `print` returns `false`. */
class Payload {
 public:
  Payload& text(const char* key, const char* value) { return put(key, cJSON_CreateString(value)); }
  Payload& number(const char* key, double value) { return put(key, cJSON_CreateNumber(value)); }
  Payload& flag(const char* key, bool value) { return put(key, cJSON_CreateBool(value)); }
  Payload& list(const char* key, const char* const* texts, size_t count) {
    return put(key, cJSON_CreateStringArray(texts, static_cast<int>(count)));
  }
  Payload& counts(const char* key, const Counts& counts) {
    Payload both;
    both.number("h", counts.h).number("t", counts.t);
    return put(key, both.complete_ ? both.object_.release() : nullptr);
  }
  bool print(char* out, size_t size) const {
    return complete_ && cJSON_PrintPreallocated(object_.get(), out, static_cast<int>(size), false);
  }

 private:
  Payload& put(const char* key, cJSON* value) {
    if (value != nullptr && cJSON_AddItemToObjectCS(object_.get(), key, value)) return *this;
    cJSON_Delete(value);
    complete_ = false;
    return *this;
  }

  Json object_{cJSON_CreateObject()};
  bool complete_ = object_ != nullptr;
};

/** On the wire uptime is a u32 and may wrap. */
double wire(Millis at) { return static_cast<double>(at & 0xffffffffu); }

void putCounting(Payload& payload, const Counter& counter, const Counting& counting) {
  payload.number("v", 1).text("boot", counter.boot()).text("epoch", counter.epoch());
  payload.number("seq", counting.seq).counts("count", counting.count);
  if (counting.mark[0] != '\0') payload.text("mark", counting.mark).counts("base", counting.base);
  payload.number("up", wire(counting.up));
}

const cJSON* find(const cJSON* object, const char* key) { return cJSON_GetObjectItemCaseSensitive(object, key); }

bool copyString(const cJSON* value, char* out, size_t size) {
  if (!cJSON_IsString(value) || strlen(value->valuestring) >= size) return false;
  copyText(out, size, value->valuestring);
  return true;
}

/** Reads a string field that must be present. */
template <size_t N>
bool readText(const cJSON* object, const char* key, char (&out)[N]) {
  return copyString(find(object, key), out, N);
}

/** Reads a string field that must be present; `null` becomes empty. */
template <size_t N>
bool readNullable(const cJSON* object, const char* key, char (&out)[N]) {
  out[0] = '\0';
  return cJSON_IsNull(find(object, key)) || readText(object, key, out);
}

template <typename T>
bool readInteger(const cJSON* object, const char* key, double least, double most, T& out) {
  const cJSON* value = find(object, key);
  if (!cJSON_IsNumber(value)) return false;
  double number = value->valuedouble;
  if (!(number >= least && number <= most) || number != std::floor(number)) return false;
  out = static_cast<T>(number);
  return true;
}

bool readFlag(const cJSON* object, const char* key, bool& out) {
  const cJSON* value = find(object, key);
  out = cJSON_IsTrue(value);
  return cJSON_IsBool(value);
}

bool readExpiry(const cJSON* object, uint32_t& out) {
  out = kNever;
  return cJSON_IsNull(find(object, "expires")) || readInteger(object, "expires", 0, kU32, out);
}

template <typename T>
bool readBySlot(const cJSON* object, const char* key, double least, double most, BySlot<T>& out) {
  const cJSON* both = find(object, key);
  return readInteger(both, "h", least, most, out.h) && readInteger(both, "t", least, most, out.t);
}

/** Whether a text is nested so little that cJSON, which calls itself at each depth, needs little of the stack. */
bool isShallow(const char* text) {
  int depth = 0;
  bool quoted = false;
  for (; *text != '\0'; ++text) {
    if (quoted) {
      if (*text == '\\' && text[1] != '\0') ++text;
      else if (*text == '"') quoted = false;
    } else if (*text == '"') {
      quoted = true;
    } else if (*text == '{' || *text == '[') {
      if (++depth > kMostDepth) return false;
    } else if (*text == '}' || *text == ']') {
      --depth;
    }
  }
  return true;
}

/** Reads the object of a payload of this version; `nullptr`: malformed, too large, too deep, or no heap is left. */
Json readPayload(const char* payload, size_t length) {
  char text[kMostPayload + 1];
  if (length > kMostPayload || memchr(payload, '\0', length) != nullptr) return nullptr;
  memcpy(text, payload, length);
  text[length] = '\0';
  if (!isShallow(text)) return nullptr;
  Json object(cJSON_ParseWithOpts(text, nullptr, true));
  int version;
  bool isOurs = cJSON_IsObject(object.get()) && readInteger(object.get(), "v", 1, 1, version);
  return isOurs ? std::move(object) : nullptr;
}

bool copyLine(const cJSON* value, char (&out)[kLineSize]) {
  return copyString(value, out, kLineSize) && isPrintable(out);
}

bool readLines(const cJSON* object, Display& out) {
  const cJSON* list = find(object, "lines");
  if (!cJSON_IsArray(list)) return false;
  out.lineCount = 0;
  const cJSON* line;
  cJSON_ArrayForEach(line, list) {
    if (out.lineCount == kLines || !copyLine(line, out.lines[out.lineCount])) return false;
    out.lineCount += 1;
  }
  return true;
}

/**
 * Reads the fields by which a temple echoes the match (J-18). They are optional: without a whole set there is nothing to echo.
 */
MatchNews readNews(const cJSON* object) {
  MatchNews news = {};
  const cJSON* apocalypse = find(object, "apocalypse");
  char state[25];
  bool isWhole = readText(object, "match", news.match) && readBySlot(object, "offerings", 0, kU32, news.offerings) &&
                 readText(apocalypse, "state", state) && readInteger(apocalypse, "count", 0, 99, news.day);
  if (!isWhole) return {};
  news.isRunning = sameText(state, "running");
  if (!readInteger(apocalypse, "discs", 0, 99, news.discs)) news.discs = 0;
  if (!readText(object, "end", news.end)) news.end[0] = '\0';
  return news;
}

}  // namespace

bool writeState(char* out, size_t size, const Counter& counter, const Counting& counting, const Identity& self) {
  const char* const caps[] = {"display", "button", "sound", "mirror"};
  const char* faults[std::size(kFaults)];
  size_t faultCount = 0;
  for (const auto& each : kFaults) {
    if ((counter.faults() & each.fault) != 0) faults[faultCount++] = each.name;
  }
  Payload payload;
  putCounting(payload, counter, counting);
  payload.flag("online", true).number("conn", counter.conn()).number("level", self.level);
  payload.text("fw", self.firmware);
  if (self.reset != nullptr) payload.text("reset", self.reset);
  int rssi = self.rssi == nullptr ? 0 : self.rssi();
  if (rssi != 0) payload.number("rssi", rssi);
  if (self.language != nullptr) payload.text("lang", self.language);
  return payload.list("caps", caps, self.mirrors ? 4 : 3).list("faults", faults, faultCount).print(out, size);
}

bool writeBead(char* out, size_t size, const Counter& counter, const Bead& bead) {
  Payload payload;
  putCounting(payload, counter, bead.counting);
  return payload.text("slot", nameOf(bead.slot)).number("n", bead.n).number("at", wire(bead.at)).print(out, size);
}

bool writeAct(char* out, size_t size, const Counter& counter, const Act& act) {
  const char* const names[] = {"returned", "pair", "unpair"};
  Payload payload;
  payload.number("v", 1).text("boot", counter.boot()).number("seq", act.seq);
  payload.text("act", names[static_cast<uint8_t>(act.kind)]);
  if (act.kind == ActKind::returned) payload.text("slot", nameOf(act.slot)).number("num", act.num);
  return payload.print(out, size);
}

bool writeOffline(char* out, size_t size, const char* boot, uint32_t conn, const char* why) {
  Payload payload;
  payload.number("v", 1).flag("online", false).text("boot", boot).number("conn", conn);
  if (why != nullptr) payload.text("why", why);
  return payload.print(out, size);
}

bool readDisplay(const char* payload, size_t length, Display& out) {
  Display display = {};
  Json json = readPayload(payload, length);
  const cJSON* object = json.get();
  const cJSON* open = find(object, "open");
  bool isWhole = readText(object, "phase", display.phase) && readText(object, "mark", display.mark) &&
                 display.mark[0] != '\0' && readNullable(object, "code", display.code) &&
                 readExpiry(object, display.expires) &&
                 readFlag(open, "h", display.open.h) && readFlag(open, "t", display.open.t) &&
                 readInteger(object, "left", 0, 99, display.left) &&
                 readBySlot(object, "fix", -kU32, kU32, display.fix) &&
                 readNullable(object, "epoch", display.epoch) &&
                 readBySlot(object, "judged", 0, kU32, display.judged) && readLines(object, display);
  if (!isWhole) return false;
  display.news = readNews(object);
  out = display;
  return true;
}

bool readCommand(const char* payload, size_t length, CommandMessage& out) {
  const char* const names[] = {"report", "identify", "epoch", "restart", "update"};
  Json json = readPayload(payload, length);
  char op[16];
  if (!readText(json.get(), "id", out.id) || !readText(json.get(), "op", op)) return false;
  for (uint8_t i = 0; i < std::size(names); ++i) {
    if (!sameText(op, names[i])) continue;
    out.command = static_cast<Command>(i);
    return out.id[0] != '\0';
  }
  return false;
}

bool readNotice(const char* payload, size_t length, NoticeMessage& out) {
  Json json = readPayload(payload, length);
  return readText(json.get(), "id", out.bridge) && readText(json.get(), "start", out.start) &&
         readFlag(json.get(), "online", out.online);
}

bool readBeadsAnswer(const char* payload, size_t length, BeadsAnswer& out) {
  const char* const names[] = {"accepted", "absorbed", "rejected", "ignored", "pending"};
  Json json = readPayload(payload, length);
  char epoch[kHexSize], verdict[25];
  if (!readText(json.get(), "epoch", epoch) || !readText(json.get(), "verdict", verdict) ||
      !copyLine(find(json.get(), "line"), out.line)) {
    return false;
  }
  if (!readText(json.get(), "reason", out.reason)) out.reason[0] = '\0';
  char slot[2];
  uint32_t from, to;
  bool isCounted = readText(json.get(), "slot", slot) && readInteger(json.get(), "from", 1, kU32, from) &&
                   readInteger(json.get(), "to", from, kU32, to);
  out.slot = isCounted && sameText(slot, "t") ? Slot::t : Slot::h;
  out.beads = isCounted ? to - from + 1 : 0;
  auto isIt = [&](const char* name) { return sameText(name, verdict); };
  auto name = std::find_if(std::begin(names), std::end(names), isIt);
  out.verdict = static_cast<Verdict>(name - std::begin(names));
  return true;
}

bool readActAnswer(const char* payload, size_t length, ActAnswer& out) {
  Json json = readPayload(payload, length);
  char verdict[25];
  if (!readText(json.get(), "boot", out.boot) || !readInteger(json.get(), "seq", 0, kU32, out.seq) ||
      !readText(json.get(), "verdict", verdict)) {
    return false;
  }
  out.isPending = sameText(verdict, "pending");
  return true;
}

}  // namespace templo
