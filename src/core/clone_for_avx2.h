// INVAR_CLONE_FOR_AVX2 before a function with loops over plain arrays: compiled a second time for processors with AVX2,
// chosen when the program starts. Without fused multiply-add, so results are the same to the last bit on all of them.
#pragma once

// Sanitizers would instrument the choice, which runs before they are ready.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__) && \
    !defined(__SANITIZE_ADDRESS__)
#define INVAR_CLONE_FOR_AVX2 __attribute__((target_clones("avx2", "default")))
#else
#define INVAR_CLONE_FOR_AVX2
#endif
