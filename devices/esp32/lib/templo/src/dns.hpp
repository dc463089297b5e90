// The answers of the portal's name server (RFC 1035): every name leads to the temple, so that a phone opens its page.
#pragma once

#include <cstddef>
#include <cstdint>

namespace templo {

/** The most bytes of a question and of its answer over UDP. */
constexpr size_t kMostDns = 512;

/**
 * Answers a question for an IPv4 address with this one, and any other question with nothing found.
 * @param out has `kMostDns` bytes
 * @return the answer's length; 0: it is not a question
 */
size_t answerDns(const uint8_t* query, size_t length, const uint8_t (&address)[4], uint8_t* out);

}  // namespace templo
