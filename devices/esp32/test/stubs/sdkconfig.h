// What ESP-IDF makes of sdkconfig.defaults. The chip comes from the compiler's options.
#pragma once
#if defined(CONFIG_IDF_TARGET_ESP32)
#define CONFIG_IDF_TARGET "esp32"
#elif defined(CONFIG_IDF_TARGET_ESP32C3)
#define CONFIG_IDF_TARGET "esp32c3"
#elif defined(CONFIG_IDF_TARGET_ESP32S3)
#define CONFIG_IDF_TARGET "esp32s3"
#endif
