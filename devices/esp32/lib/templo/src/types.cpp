#include "types.hpp"

#include <cctype>
#include <cstring>

namespace templo {

void copyText(char* to, size_t size, const char* from) {
  size_t length = strnlen(from, size - 1);
  memcpy(to, from, length);
  to[length] = '\0';
}

bool sameText(const char* a, const char* b) { return strcmp(a, b) == 0; }

bool isPrintable(const char* text) {
  for (; *text != '\0'; ++text) {
    if (*text < ' ' || *text > '~') return false;
  }
  return true;
}

bool isHexId(const char* text) {
  size_t length = strlen(text);
  if (length < 8 || length > 16) return false;
  for (const char* c = text; *c != '\0'; ++c) {
    if (!isxdigit(static_cast<unsigned char>(*c))) return false;
  }
  return true;
}

}  // namespace templo
