/** What a registry says of a domain. */
export interface Registration {
  /** the name that is registered, which may be shorter than the one that was asked for */
  readonly domain: string
  readonly registrar: string | null
  /** milliseconds since the epoch; undefined when it is not told */
  readonly expiresAt: number | undefined
  /** the beginning of the answer, of texts that are not understood */
  readonly excerpt: string
}

/** Text of others on one line. */
export const plain = (text: string, longest: number): string =>
  text
    .slice(0, longest * 2)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
