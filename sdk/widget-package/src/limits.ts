const mebibyte = 1024 * 1024

/** Spec document 2, Limits. In bytes; archive limits apply to the extracted size, not to the declared one. */
export const limits = {
  upload: mebibyte,
  entry: 5 * mebibyte,
  archive: 32 * mebibyte,
  entries: 64,
} as const
