// The way to the broker on a desk: a TCP socket that can be cut and held down, and spoil what is said.
#pragma once

#include <string>

#include "mqtt.hpp"

/** Replaces a text in all that is written by another of the same length: a firmware with a fault, for tests. */
struct Spoil {
  std::string from;
  std::string to;
};

class SocketTransport : public templo::Transport {
 public:
  SocketTransport(std::string host, std::string port, Spoil spoil);
  ~SocketTransport() override;

  bool open() override;
  int read(uint8_t* out, size_t size) override;
  bool write(const uint8_t* bytes, size_t size) override;
  void close() override;

  /** No link: what is open is cut without a goodbye, and nothing opens. */
  void setLink(bool up);
  int fd() const { return fd_; }

 private:
  const std::string host_;
  const std::string port_;
  const Spoil spoil_;
  bool up_ = true;
  int fd_ = -1;
};
