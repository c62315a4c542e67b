// libFuzzer's entry for programs that have a `main` of their own; LLVM, "Using libFuzzer as a library".
#include <stddef.h>
#include <stdint.h>

/// Makes inputs and hands them to `run` until its flags say that it is enough; may end the process itself.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*run)(const uint8_t *bytes, size_t size));
