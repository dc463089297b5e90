// The vocabulary of the temple protocol (docs/temple-protocol.md section 3) for a firmware. It does not depend on
// a board: the same code runs on the ESP32 and, in the tests, on the host. Rules are cited by their ids (C-5).
#pragma once

#include <cstddef>
#include <cstdint>

namespace templo {

/** Uptime in ms. With 64 bits it never wraps; on the wire it is a u32, which may. */
using Millis = uint64_t;

enum class Slot : uint8_t { h, t };

constexpr Slot kSlots[] = {Slot::h, Slot::t};

inline const char* nameOf(Slot slot) { return slot == Slot::h ? "h" : "t"; }

/** A value per slot. */
template <typename T>
struct BySlot {
  T h{};
  T t{};

  T& operator[](Slot slot) { return slot == Slot::h ? h : t; }
  const T& operator[](Slot slot) const { return slot == Slot::h ? h : t; }
};

using Counts = BySlot<uint32_t>;

/** Room for a boot or an epoch: at most 16 hex digits. */
constexpr size_t kHexSize = 17;
constexpr size_t kMarkSize = 25;
/** A display has at most 4 lines of 20 characters. */
constexpr size_t kLines = 4;
constexpr size_t kLineSize = 21;

/** The most bytes of a payload (T-4). */
constexpr size_t kMostPayload = 1024;

/** Copies what fits; the result is always null-terminated. */
void copyText(char* to, size_t size, const char* from);

template <size_t N>
void copyText(char (&to)[N], const char* from) {
  copyText(to, N, from);
}

bool sameText(const char* a, const char* b);

/** Whether a text is printable ASCII, as every line of a screen. */
bool isPrintable(const char* text);

/** Whether a text is 8-16 hex digits. */
bool isHexId(const char* text);

constexpr uint32_t kNever = 0xffffffff;

/** What a display says of the match, by which a temple echoes it (J-18). */
struct MatchNews {
  /** Empty: none. */
  char match[13];
  Counts offerings;
  /** Whether the apocalypse runs, its days so far, and the calendar discs off the board. */
  bool isRunning;
  uint32_t day;
  uint32_t discs;
  /** How the match ended; empty: it has not. */
  char end[25];
};

/** The part of `down/display` that a temple uses. */
struct Display {
  char phase[25];
  char mark[kMarkSize];
  char code[13];
  /** s until the code expires; `kNever`: there is none, or it does not. */
  uint32_t expires;
  BySlot<bool> open;
  uint32_t left;
  BySlot<int64_t> fix;
  /** Empty: none. */
  char epoch[kHexSize];
  Counts judged;
  char lines[kLines][kLineSize];
  size_t lineCount;
  MatchNews news;
};

/** The faults of a temple (`faults` of `up/state`), one bit each. */
enum Fault : uint8_t {
  kBlockedH = 1 << 0,
  kBlockedT = 1 << 1,
  kSensorH = 1 << 2,
  kSensorT = 1 << 3,
  kStorage = 1 << 4,
};

}  // namespace templo
