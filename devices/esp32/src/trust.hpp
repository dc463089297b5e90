// Trust in a CA by its key alone: what a setup link carries in place of a certificate.
#pragma once

#include <string>

namespace trust {

/** Sets the SHA-256 of the CA's public key (SubjectPublicKeyInfo, DER), in 64 hex digits. Empty: no CA is trusted. */
void pin(const std::string& hex);

/**
 * Makes a TLS connection trust the pinned CA alone. The server must send the CA's certificate too, after its own: it
 * cannot be known from its key. Signatures, host name and dates are checked as always.
 * @param config an `mbedtls_ssl_config`; for esp-tls' `crt_bundle_attach`
 * @return 0
 */
int attach(void* config);

}  // namespace trust
