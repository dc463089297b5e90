#include "messages.hpp"

#include <cstring>

#include "json.hpp"

namespace templo {

namespace {

constexpr int64_t kU32 = 0xffffffff;

const struct {
  Fault fault;
  const char* name;
} kFaults[] = {{kBlockedH, "blocked-h"},
               {kBlockedT, "blocked-t"},
               {kSensorH, "sensor-h"},
               {kSensorT, "sensor-t"},
               {kStorage, "storage"}};

/** On the wire uptime is a u32 and may wrap. */
int64_t wire(Millis at) { return static_cast<int64_t>(at & 0xffffffffu); }

void writeCounting(JsonWriter& json, const Counter& counter, const Counting& counting) {
  json.number("v", 1).text("boot", counter.boot()).text("epoch", counter.epoch());
  json.number("seq", counting.seq).counts("count", counting.count);
  if (counting.mark[0] != '\0') json.text("mark", counting.mark).counts("base", counting.base);
  json.number("up", wire(counting.up));
}

/** Reads a string field that must be present. */
template <size_t N>
bool readText(const JsonValue& object, const char* key, char (&out)[N]) {
  JsonValue value;
  return object.find(key, value) && value.asText(out, N);
}

/** Reads a string field that must be present; `null` becomes empty. */
template <size_t N>
bool readNullable(const JsonValue& object, const char* key, char (&out)[N]) {
  JsonValue value;
  if (!object.find(key, value)) return false;
  out[0] = '\0';
  return value.isNull() || value.asText(out, N);
}

bool readInteger(const JsonValue& object, const char* key, int64_t least, int64_t most, int64_t& out) {
  JsonValue value;
  return object.find(key, value) && value.asInteger(least, most, out);
}

bool readFlag(const JsonValue& object, const char* key, bool& out) {
  JsonValue value;
  return object.find(key, value) && value.asFlag(out);
}

template <typename T>
bool readCounts(const JsonValue& object, const char* key, int64_t least, BySlot<T>& out) {
  JsonValue counts;
  int64_t h, t;
  if (!object.find(key, counts) || !readInteger(counts, "h", least, kU32, h) ||
      !readInteger(counts, "t", least, kU32, t)) {
    return false;
  }
  out = {static_cast<T>(h), static_cast<T>(t)};
  return true;
}

/** Reads the object of a payload of this version. */
bool readPayload(const char* payload, size_t length, JsonValue& object) {
  int64_t version;
  return length <= kMostPayload && JsonValue::parse(payload, length, object) &&
         readInteger(object, "v", 1, 1, version);
}

bool isPrintable(const char* text) {
  for (; *text != '\0'; ++text) {
    if (*text < ' ' || *text > '~') return false;
  }
  return true;
}

bool readLines(const JsonValue& object, Display& out) {
  JsonValue list, line;
  if (!object.find("lines", list) || !list.isList()) return false;
  out.lineCount = 0;
  while (list.at(out.lineCount, line)) {
    if (out.lineCount == kLines || !line.asText(out.lines[out.lineCount], kLineSize)) return false;
    if (!isPrintable(out.lines[out.lineCount])) return false;
    out.lineCount += 1;
  }
  return true;
}

}  // namespace

bool writeState(char* out, size_t size, const Counter& counter, const Counting& counting, const Identity& self) {
  JsonWriter json(out, size);
  writeCounting(json, counter, counting);
  json.flag("online", true).number("conn", counter.conn()).number("level", self.level).text("fw", self.firmware);
  if (self.language != nullptr) json.text("lang", self.language);
  json.list("caps").text(nullptr, "display").text(nullptr, "button").end();
  json.list("faults");
  for (const auto& each : kFaults) {
    if ((counter.faults() & each.fault) != 0) json.text(nullptr, each.name);
  }
  json.end().finish();
  return json.ok();
}

bool writeBead(char* out, size_t size, const Counter& counter, const Bead& bead) {
  JsonWriter json(out, size);
  writeCounting(json, counter, bead.counting);
  json.text("slot", nameOf(bead.slot)).number("n", bead.n).number("at", wire(bead.at)).finish();
  return json.ok();
}

bool writeAct(char* out, size_t size, const Counter& counter, const Act& act) {
  JsonWriter json(out, size);
  json.number("v", 1).text("boot", counter.boot()).number("seq", act.seq);
  switch (act.kind) {
    case ActKind::returned:
      json.text("act", "returned").text("slot", nameOf(act.slot)).number("num", act.num);
      break;
    case ActKind::pair:
      json.text("act", "pair");
      break;
    case ActKind::unpair:
      json.text("act", "unpair");
      break;
  }
  json.finish();
  return json.ok();
}

bool writeOffline(char* out, size_t size, const char* boot, uint32_t conn, const char* why) {
  JsonWriter json(out, size);
  json.number("v", 1).flag("online", false).text("boot", boot).number("conn", conn);
  if (why != nullptr) json.text("why", why);
  json.finish();
  return json.ok();
}

bool readDisplay(const char* payload, size_t length, Display& out) {
  Display display = {};
  JsonValue object, open;
  int64_t left;
  bool good = readPayload(payload, length, object) && readText(object, "phase", display.phase) &&
              readText(object, "mark", display.mark) && display.mark[0] != '\0' &&
              readNullable(object, "code", display.code) && object.find("open", open) &&
              readFlag(open, "h", display.open.h) && readFlag(open, "t", display.open.t) &&
              readInteger(object, "left", 0, 99, left) && readCounts(object, "fix", -99999, display.fix) &&
              readNullable(object, "epoch", display.epoch) && readCounts(object, "judged", 0, display.judged) &&
              readLines(object, display);
  if (!good) return false;
  display.left = static_cast<uint32_t>(left);
  out = display;
  return true;
}

bool readCommand(const char* payload, size_t length, CommandMessage& out) {
  JsonValue object;
  char op[16];
  if (!readPayload(payload, length, object) || !readText(object, "id", out.id) || !readText(object, "op", op)) {
    return false;
  }
  const char* const names[] = {"report", "identify", "epoch", "restart"};
  for (uint8_t i = 0; i < 4; ++i) {
    if (!sameText(op, names[i])) continue;
    out.command = static_cast<Command>(i);
    return out.id[0] != '\0';
  }
  return false;
}

bool readNotice(const char* payload, size_t length, NoticeMessage& out) {
  JsonValue object;
  return readPayload(payload, length, object) && readText(object, "id", out.bridge) &&
         readText(object, "start", out.start) && readFlag(object, "online", out.online);
}

bool readActAnswer(const char* payload, size_t length, ActAnswer& out) {
  JsonValue object;
  int64_t seq;
  if (!readPayload(payload, length, object) || !readText(object, "boot", out.boot) ||
      !readInteger(object, "seq", 0, kU32, seq)) {
    return false;
  }
  out.seq = static_cast<uint32_t>(seq);
  return true;
}

}  // namespace templo
