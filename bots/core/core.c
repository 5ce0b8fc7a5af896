/* The words of a question and its answer. */
#include "core.h"

u64 words[128];

__attribute__((export_name("words"))) u64 *address_of_words(void) { return words; }
