// Characters that file systems forbid, invisible and bidirectional control characters, and whitespace.
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\/:*?"<>|,;\s]+/gu
/** UTF-8 bytes shared by all parts; with separators and extension this stays below the limit of 255. */
const maxBytes = 200

const sizeOf = (text: string) => new TextEncoder().encode(text).length

function truncate(text: string, limit: number): string {
  let size = 0
  let short = ''
  for (const character of text) {
    size += sizeOf(character)
    if (size > limit) break
    short += character
  }
  return short.replace(/^[-.]+|[-.]+$/g, '')
}

/**
 * A file name that is valid on all systems. Long parts are truncated so that each one stays visible; empty ones are omitted.
 *
 * @example
 * fileNameOf(['web 1', '24h'], 'csv') // 'web-1-24h.csv'
 */
export function fileNameOf(parts: readonly string[], extension: string): string {
  const limit = Math.floor(maxBytes / Math.max(1, parts.length))
  const clean = parts
    .map((part) =>
      truncate(
        part
          .normalize('NFC')
          .replace(unsafe, '-')
          .replace(/-{2,}/g, '-')
          .replace(/^[-.]+/, ''),
        limit,
      ),
    )
    .filter((part) => part !== '')
  return `${clean.join('-') || 'export'}.${extension}`
}
