const mebibyte = 1024 * 1024

/** Spec document 2, Limits. Bytes; of archives what really comes out, not what they claim. */
export const limits = {
  upload: mebibyte,
  entry: 5 * mebibyte,
  archive: 32 * mebibyte,
  entries: 64,
} as const
