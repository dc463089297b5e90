// JSON in fixed buffers: a writer for one object, and a reader that copies nothing.
#pragma once

#include "types.hpp"

namespace templo {

/** Writes one JSON object. What does not fit is cut off; `ok` is then false. */
class JsonWriter {
 public:
  JsonWriter(char* out, size_t size);

  JsonWriter& object(const char* key);
  JsonWriter& list(const char* key);
  /** Ends the innermost object or list. */
  JsonWriter& end();
  JsonWriter& text(const char* key, const char* value);
  JsonWriter& number(const char* key, int64_t value);
  JsonWriter& flag(const char* key, bool value);
  JsonWriter& counts(const char* key, const Counts& counts);
  /** Ends the outermost object. */
  const char* finish();
  bool ok() const { return ok_; }

 private:
  void begin(const char* key);
  void put(char c);
  void put(const char* text);
  void quote(const char* text);

  char* out_;
  size_t size_;
  size_t length_ = 0;
  bool ok_ = true;
  bool first_ = true;
  char closers_[4];
  size_t open_ = 0;
};

/** A value within a text that `parse` accepted. It points into that text. */
class JsonValue {
 public:
  /** Accepts a text that is exactly one complete object, nested at most 3 deep (T-4). */
  static bool parse(const char* text, size_t length, JsonValue& out);

  /** Finds the value of an object's key. */
  bool find(const char* key, JsonValue& out) const;
  /** Finds the value at a list's index. */
  bool at(size_t index, JsonValue& out) const;
  bool isNull() const;
  bool isList() const;
  bool asFlag(bool& out) const;
  bool asInteger(int64_t least, int64_t most, int64_t& out) const;
  /** Copies a string with its escapes resolved, if it has at most `size` - 1 bytes. */
  bool asText(char* out, size_t size) const;

 private:
  JsonValue step(const char* from) const;

  const char* begin_ = nullptr;
  const char* end_ = nullptr;
};

}  // namespace templo
