/** The registration of a domain. */
export interface Registration {
  /** registered domain, possibly a parent of the requested one */
  readonly domain: string
  readonly registrar: string | null
  /** epoch milliseconds; undefined if not published */
  readonly expiresAt: number | undefined
  /** beginning of the response, shown when it has no expiry date */
  readonly excerpt: string
}

/** Untrusted text on one line, without control characters. */
export const toPlainText = (text: string, maxLength: number): string =>
  text
    .slice(0, maxLength * 2)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
