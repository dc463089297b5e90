#pragma once
#include "esp_err.h"
extern "C" esp_err_t esp_ota_mark_app_valid_cancel_rollback(void);
