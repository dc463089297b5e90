#include "dns.hpp"

#include <cstring>

namespace templo {

namespace {

constexpr size_t kHeader = 12;
constexpr uint8_t kIsAnswer = 0x80;
constexpr uint8_t kIsAuthority = 0x04;
/** What a question keeps in its answer's flags: the kind (0x78) and the wish for recursion (0x01). */
constexpr uint8_t kKept = 0x79;
constexpr uint8_t kKind = 0x78;
constexpr unsigned kTypeA = 1;
constexpr unsigned kTypeAny = 255;
constexpr unsigned kClassInternet = 1;
/** The name at byte 12, type A, class IN, 10 s, 4 bytes. */
constexpr uint8_t kRecord[] = {0xc0, kHeader, 0, kTypeA, 0, kClassInternet, 0, 0, 0, 10, 0, 4};

unsigned numberAt(const uint8_t* bytes) { return static_cast<unsigned>(bytes[0] << 8 | bytes[1]); }

}  // namespace

size_t answerDns(const uint8_t* query, size_t length, const uint8_t (&address)[4], uint8_t* out) {
  bool isQuestion = length > kHeader && length <= kMostDns && (query[2] & (kIsAnswer | kKind)) == 0 &&
                    numberAt(query + 4) == 1;
  if (!isQuestion) return 0;
  size_t end = kHeader;
  while (end < length && query[end] != 0) {
    if (query[end] > 63) return 0;
    end += query[end] + size_t{1};
  }
  end += 1;
  if (end + 4 > length) return 0;
  unsigned type = numberAt(query + end);
  bool isFound = (type == kTypeA || type == kTypeAny) && numberAt(query + end + 2) == kClassInternet;
  end += 4;
  if (end + sizeof kRecord + sizeof address > kMostDns) return 0;
  memcpy(out, query, end);
  out[2] = static_cast<uint8_t>(kIsAnswer | kIsAuthority | (query[2] & kKept));
  out[3] = 0;
  memset(out + 6, 0, 6);
  if (!isFound) return end;
  out[7] = 1;
  memcpy(out + end, kRecord, sizeof kRecord);
  memcpy(out + end + sizeof kRecord, address, sizeof address);
  return end + sizeof kRecord + sizeof address;
}

}  // namespace templo
