#pragma once
#include "esp_err.h"
typedef struct {
  const char* url;
  const char* cert_pem;
  int timeout_ms;
  esp_err_t (*crt_bundle_attach)(void* conf);
  bool keep_alive_enable;
} esp_http_client_config_t;
