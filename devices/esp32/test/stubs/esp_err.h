// Stub of ESP-IDF 5.5's header, with the declarations that src/ uses. README.md says what it is for.
#pragma once
typedef int esp_err_t;
#define ESP_OK 0
#define ESP_FAIL -1
extern "C" const char* esp_err_to_name(esp_err_t code);
#define ESP_ERROR_CHECK(x) do { if ((x) != ESP_OK) __builtin_trap(); } while (0)
