#pragma once
#include "FreeRTOS.h"
typedef void (*TaskFunction_t)(void* arg);
typedef struct tskTaskControlBlock* TaskHandle_t;
#define tskIDLE_PRIORITY 0u
#define tskDEFAULT_INDEX_TO_NOTIFY 0u
#define xTaskNotifyGive(task) xTaskGenericNotify((task), tskDEFAULT_INDEX_TO_NOTIFY, 0, eIncrement, nullptr)
#define ulTaskNotifyTake(clear, ticks) ulTaskGenericNotifyTake(tskDEFAULT_INDEX_TO_NOTIFY, (clear), (ticks))
enum eNotifyAction { eNoAction, eSetBits, eIncrement, eSetValueWithOverwrite, eSetValueWithoutOverwrite };
extern "C" {
BaseType_t xTaskCreate(TaskFunction_t task, const char* name, uint32_t stack, void* arg, UBaseType_t priority,
                       TaskHandle_t* handle);
void vTaskDelay(TickType_t ticks);
void vTaskSuspend(TaskHandle_t task);
BaseType_t xTaskGenericNotify(TaskHandle_t task, UBaseType_t index, uint32_t value, eNotifyAction action,
                              uint32_t* previous);
uint32_t ulTaskGenericNotifyTake(UBaseType_t index, BaseType_t clear, TickType_t ticks);
}
