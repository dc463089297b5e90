#include "trust.hpp"

#include <mbedtls/md.h>
#include <mbedtls/ssl.h>
#include <mbedtls/x509_crt.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

constexpr size_t kSize = 32;

uint8_t pinned[kSize];
bool isPinned = false;
/** An empty CA: mbedTLS asks for one, although `verify` decides. */
mbedtls_x509_crt emptyCa;

/**
 * Trusts the certificate whose key is pinned. mbedTLS calls this for each certificate that the server sent, from the
 * last issuer it found down to the server's own, after it has checked that each signed the next. The last issuer is
 * marked as not trusted, since no CA vouches for it; any other mark on any of them refuses the connection.
 */
int verify(void*, mbedtls_x509_crt* certificate, int, uint32_t* flags) {
  uint8_t hash[kSize];
  const mbedtls_md_info_t* sha256 = mbedtls_md_info_from_type(MBEDTLS_MD_SHA256);
  if (mbedtls_md(sha256, certificate->pk_raw.p, certificate->pk_raw.len, hash) != 0) return 0;
  if (isPinned && memcmp(hash, pinned, kSize) == 0) *flags &= ~static_cast<uint32_t>(MBEDTLS_X509_BADCERT_NOT_TRUSTED);
  return 0;
}

}  // namespace

void trust::pin(const std::string& hex) {
  isPinned = hex.size() == 2 * kSize;
  for (size_t i = 0; isPinned && i < kSize; ++i) {
    pinned[i] = static_cast<uint8_t>(strtoul(hex.substr(2 * i, 2).c_str(), nullptr, 16));
  }
}

int trust::attach(void* config) {
  auto* ssl = static_cast<mbedtls_ssl_config*>(config);
  mbedtls_ssl_conf_authmode(ssl, MBEDTLS_SSL_VERIFY_REQUIRED);
  mbedtls_ssl_conf_ca_chain(ssl, &emptyCa, nullptr);
  mbedtls_ssl_conf_verify(ssl, verify, nullptr);
  return 0;
}
