#include "json.hpp"

#include <cctype>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace templo {

JsonWriter::JsonWriter(char* out, size_t size) : out_(out), size_(size) { put('{'); }

JsonWriter& JsonWriter::object(const char* key) {
  begin(key);
  put('{');
  closers_[open_++] = '}';
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::list(const char* key) {
  begin(key);
  put('[');
  closers_[open_++] = ']';
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::end() {
  put(closers_[--open_]);
  first_ = false;
  return *this;
}

JsonWriter& JsonWriter::text(const char* key, const char* value) {
  begin(key);
  quote(value);
  return *this;
}

JsonWriter& JsonWriter::number(const char* key, int64_t value) {
  begin(key);
  char digits[24];
  snprintf(digits, sizeof digits, "%" PRId64, value);
  put(digits);
  return *this;
}

JsonWriter& JsonWriter::flag(const char* key, bool value) {
  begin(key);
  put(value ? "true" : "false");
  return *this;
}

JsonWriter& JsonWriter::counts(const char* key, const Counts& counts) {
  return object(key).number("h", counts.h).number("t", counts.t).end();
}

const char* JsonWriter::finish() {
  put('}');
  out_[length_] = '\0';
  return out_;
}

void JsonWriter::begin(const char* key) {
  if (!first_) put(',');
  first_ = false;
  if (key == nullptr) return;
  quote(key);
  put(':');
}

void JsonWriter::put(char c) {
  if (length_ + 1 < size_) out_[length_++] = c;
  else ok_ = false;
}

void JsonWriter::put(const char* text) {
  for (; *text != '\0'; ++text) put(*text);
}

void JsonWriter::quote(const char* text) {
  put('"');
  for (; *text != '\0'; ++text) {
    unsigned char c = static_cast<unsigned char>(*text);
    if (c == '"' || c == '\\') put('\\');
    if (c >= ' ') put(*text);
  }
  put('"');
}

namespace {

const char* skipSpace(const char* at, const char* end) {
  while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) ++at;
  return at;
}

/** Each `pass...` function returns where its value ends, or `nullptr` if it is malformed. */
const char* passValue(const char* at, const char* end, int depth);

const char* passText(const char* at, const char* end) {
  for (++at; at < end; ++at) {
    unsigned char c = static_cast<unsigned char>(*at);
    if (c == '"') return at + 1;
    if (c < ' ') return nullptr;
    if (c != '\\') continue;
    if (++at == end) return nullptr;
    if (*at == 'u') {
      for (int digit = 0; digit < 4; ++digit) {
        if (++at == end || !isxdigit(static_cast<unsigned char>(*at))) return nullptr;
      }
    } else if (strchr("\"\\/bfnrt", *at) == nullptr || *at == '\0') {
      return nullptr;
    }
  }
  return nullptr;
}

const char* passDigits(const char* at, const char* end) {
  const char* from = at;
  while (at < end && isdigit(static_cast<unsigned char>(*at))) ++at;
  return at == from ? nullptr : at;
}

const char* passNumber(const char* at, const char* end) {
  if (*at == '-') ++at;
  if (at == end) return nullptr;
  at = *at == '0' ? at + 1 : passDigits(at, end);
  if (at != nullptr && at < end && *at == '.') at = passDigits(at + 1, end);
  if (at != nullptr && at < end && (*at == 'e' || *at == 'E')) {
    ++at;
    if (at < end && (*at == '+' || *at == '-')) ++at;
    at = passDigits(at, end);
  }
  return at;
}

const char* passWord(const char* at, const char* end, const char* word) {
  size_t length = strlen(word);
  return static_cast<size_t>(end - at) >= length && memcmp(at, word, length) == 0 ? at + length : nullptr;
}

const char* passMembers(const char* at, const char* end, int depth) {
  char closer = *at == '{' ? '}' : ']';
  at = skipSpace(at + 1, end);
  if (at < end && *at == closer) return at + 1;
  while (at < end) {
    if (closer == '}') {
      if (*at != '"') return nullptr;
      at = passText(at, end);
      if (at == nullptr) return nullptr;
      at = skipSpace(at, end);
      if (at == end || *at != ':') return nullptr;
      at = skipSpace(at + 1, end);
    }
    at = passValue(at, end, depth);
    if (at == nullptr) return nullptr;
    at = skipSpace(at, end);
    if (at == end) return nullptr;
    if (*at == closer) return at + 1;
    if (*at != ',') return nullptr;
    at = skipSpace(at + 1, end);
  }
  return nullptr;
}

const char* passValue(const char* at, const char* end, int depth) {
  if (at >= end) return nullptr;
  switch (*at) {
    case '{':
    case '[':
      return depth == 0 ? nullptr : passMembers(at, end, depth - 1);
    case '"':
      return passText(at, end);
    case 't':
      return passWord(at, end, "true");
    case 'f':
      return passWord(at, end, "false");
    case 'n':
      return passWord(at, end, "null");
    default:
      return passNumber(at, end);
  }
}

constexpr int kDepth = 3;

unsigned codeUnit(const char* digits) {
  char four[5] = {digits[0], digits[1], digits[2], digits[3], '\0'};
  return static_cast<unsigned>(strtoul(four, nullptr, 16));
}

}  // namespace

bool JsonValue::parse(const char* text, size_t length, JsonValue& out) {
  const char* end = text + length;
  const char* begin = skipSpace(text, end);
  if (begin == end || *begin != '{') return false;
  const char* after = passValue(begin, end, kDepth);
  if (after == nullptr || skipSpace(after, end) != end) return false;
  out.begin_ = begin;
  out.end_ = after;
  return true;
}

/** Returns the value that begins there. */
JsonValue JsonValue::step(const char* from) const {
  JsonValue value;
  value.begin_ = skipSpace(from, end_);
  value.end_ = passValue(value.begin_, end_, kDepth);
  return value;
}

bool JsonValue::find(const char* key, JsonValue& out) const {
  if (*begin_ != '{') return false;
  const char* at = skipSpace(begin_ + 1, end_);
  while (*at == '"') {
    const char* name = at + 1;
    at = passText(at, end_);
    size_t length = static_cast<size_t>(at - 1 - name);
    JsonValue value = step(skipSpace(at, end_) + 1);
    if (strlen(key) == length && memcmp(name, key, length) == 0) {
      out = value;
      return true;
    }
    at = skipSpace(value.end_, end_);
    if (*at == ',') at = skipSpace(at + 1, end_);
  }
  return false;
}

bool JsonValue::at(size_t index, JsonValue& out) const {
  if (*begin_ != '[') return false;
  const char* at = skipSpace(begin_ + 1, end_);
  while (*at != ']') {
    JsonValue value = step(at);
    if (index-- == 0) {
      out = value;
      return true;
    }
    at = skipSpace(value.end_, end_);
    if (*at == ',') at = skipSpace(at + 1, end_);
  }
  return false;
}

bool JsonValue::isNull() const { return *begin_ == 'n'; }

bool JsonValue::isList() const { return *begin_ == '['; }

bool JsonValue::asFlag(bool& out) const {
  if (*begin_ != 't' && *begin_ != 'f') return false;
  out = *begin_ == 't';
  return true;
}

bool JsonValue::asInteger(int64_t least, int64_t most, int64_t& out) const {
  if (*begin_ != '-' && !isdigit(static_cast<unsigned char>(*begin_))) return false;
  char digits[24];
  size_t length = static_cast<size_t>(end_ - begin_);
  if (length >= sizeof digits) return false;
  memcpy(digits, begin_, length);
  digits[length] = '\0';
  if (strpbrk(digits, ".eE") != nullptr) return false;
  out = strtoll(digits, nullptr, 10);
  return out >= least && out <= most;
}

bool JsonValue::asText(char* out, size_t size) const {
  if (*begin_ != '"') return false;
  size_t length = 0;
  for (const char* at = begin_ + 1; at < end_ - 1; ++at) {
    char bytes[4] = {*at, '\0', '\0', '\0'};
    if (*at == '\\' && *++at != 'u') {
      const char* escape = strchr("b\bf\fn\nr\rt\t", *at);
      bytes[0] = escape == nullptr ? *at : escape[1];
    } else if (*at == 'u' && at[-1] == '\\') {
      unsigned unit = codeUnit(at + 1);
      at += 4;
      if (unit < 0x80) {
        bytes[0] = static_cast<char>(unit);
      } else if (unit < 0x800) {
        bytes[0] = static_cast<char>(0xc0 | unit >> 6);
        bytes[1] = static_cast<char>(0x80 | (unit & 0x3f));
      } else {
        // Half of a surrogate pair becomes a question mark: no small screen could show the character.
        bool half = unit >= 0xd800 && unit < 0xe000;
        bytes[0] = half ? '?' : static_cast<char>(0xe0 | unit >> 12);
        bytes[1] = half ? '\0' : static_cast<char>(0x80 | (unit >> 6 & 0x3f));
        bytes[2] = half ? '\0' : static_cast<char>(0x80 | (unit & 0x3f));
      }
    }
    size_t more = bytes[0] == '\0' ? 1 : strlen(bytes);
    if (length + more >= size) return false;
    memcpy(out + length, bytes, more);
    length += more;
  }
  out[length] = '\0';
  return true;
}

}  // namespace templo
