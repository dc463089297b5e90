// Says whether a temple that knows its CA by the key alone trusts a server, with Debian's mbedTLS in the board's
// place: `check-trust <pin> <host> <file with the certificates that the server sends>` prints `trusted` or why not.

#include <mbedtls/ssl.h>
#include <mbedtls/x509_crt.h>

#include <cstdio>

#include "trust.hpp"

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  mbedtls_ssl_config config;
  mbedtls_ssl_config_init(&config);
  trust::pin(argv[1]);
  trust::attach(&config);
  mbedtls_x509_crt sent;
  mbedtls_x509_crt_init(&sent);
  if (mbedtls_x509_crt_parse_file(&sent, argv[3]) != 0) return 2;
  // What mbedTLS does at a handshake; the fields have these names in version 2 alone.
  uint32_t flags = 0;
  bool isRequired = config.authmode == MBEDTLS_SSL_VERIFY_REQUIRED && config.ca_chain != nullptr;
  int result = mbedtls_x509_crt_verify(&sent, config.ca_chain, nullptr, argv[2], &flags, config.f_vrfy, config.p_vrfy);
  char why[512] = "";
  mbedtls_x509_crt_verify_info(why, sizeof why, "", flags);
  bool isTrusted = isRequired && result == 0 && flags == 0;
  printf("%s", isTrusted ? "trusted\n" : why);
  mbedtls_x509_crt_free(&sent);
  mbedtls_ssl_config_free(&config);
  return isTrusted ? 0 : 1;
}
