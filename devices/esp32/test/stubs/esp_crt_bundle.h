#pragma once
#include "esp_err.h"
extern "C" esp_err_t esp_crt_bundle_attach(void* conf);
