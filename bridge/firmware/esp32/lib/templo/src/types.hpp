// The words of the temple protocol (docs/temple-protocol.md section 3) as a firmware needs them. Nothing here knows
// Arduino: the same bytes run on the board and, in the tests, on a desk. Rules are cited by their ids (C-5).
#pragma once

#include <cstddef>
#include <cstdint>

namespace templo {

/** Uptime in ms. 64 bits, so that it never wraps here; on the wire it is a u32, which may. */
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

/** What a payload may have in bytes (T-4). */
constexpr size_t kMostPayload = 1024;

/** Copies what fits, always ended. */
void copyText(char* to, size_t size, const char* from);

template <size_t N>
void copyText(char (&to)[N], const char* from) {
  copyText(to, N, from);
}

bool sameText(const char* a, const char* b);

/** Is this 8-16 hex digits? */
bool isHexId(const char* text);

/** What a temple remembers of `down/display`. */
struct Display {
  char phase[25];
  char mark[kMarkSize];
  char code[13];
  BySlot<bool> open;
  uint32_t left;
  BySlot<int32_t> fix;
  /** Empty: none. */
  char epoch[kHexSize];
  Counts judged;
  char lines[kLines][kLineSize];
  size_t lineCount;
};

/** What is wrong with a temple (`faults` of `up/state`), one bit each. */
enum Fault : uint8_t {
  kBlockedH = 1 << 0,
  kBlockedT = 1 << 1,
  kSensorH = 1 << 2,
  kSensorT = 1 << 3,
  kStorage = 1 << 4,
};

}  // namespace templo
