// JSON in fixed buffers: a writer for one object, and a reader that looks into a text and copies nothing.
#pragma once

#include "types.hpp"

namespace templo {

/** Writes one JSON object. What does not fit is cut off, and `ok` tells so. */
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
  /** Ends the object that all is in. */
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

/** A value within a text that `parse` found to be good JSON. It points into that text. */
class JsonValue {
 public:
  /** The text is one object, nested at most 3 deep (T-4), whole and with nothing after it. */
  static bool parse(const char* text, size_t length, JsonValue& out);

  /** The value of an object's key. */
  bool find(const char* key, JsonValue& out) const;
  /** The value at a list's index. */
  bool at(size_t index, JsonValue& out) const;
  bool isNull() const;
  bool isList() const;
  bool asFlag(bool& out) const;
  bool asInteger(int64_t least, int64_t most, int64_t& out) const;
  /** A text of so many bytes, escapes resolved, at most `size` - 1. */
  bool asText(char* out, size_t size) const;

 private:
  JsonValue step(const char* from) const;

  const char* begin_ = nullptr;
  const char* end_ = nullptr;
};

}  // namespace templo
