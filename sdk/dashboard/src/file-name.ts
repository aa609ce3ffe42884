// What file systems forbid, what hides or turns text, and blanks.
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\/:*?"<>|,;\s]+/gu
/** Bytes in UTF-8 that the parts share: with separators and ending they fit the 255 of a file name. */
const room = 200

const sizeOf = (text: string) => new TextEncoder().encode(text).length

function shortened(text: string, most: number): string {
  let size = 0
  let short = ''
  for (const character of text) {
    size += sizeOf(character)
    if (size > most) break
    short += character
  }
  return short.replace(/^[-.]+|[-.]+$/g, '')
}

/**
 * A file name that every system accepts, whatever the parts are called; each keeps its share of the room, and empty ones
 * are left out.
 *
 * @example
 * fileNameOf(['web 1', '24h'], 'csv') // 'web-1-24h.csv'
 */
export function fileNameOf(parts: readonly string[], extension: string): string {
  const most = Math.floor(room / Math.max(1, parts.length))
  const clean = parts
    .map((part) =>
      shortened(
        part
          .normalize('NFC')
          .replace(unsafe, '-')
          .replace(/-{2,}/g, '-')
          .replace(/^[-.]+/, ''),
        most,
      ),
    )
    .filter((part) => part !== '')
  return `${clean.join('-') || 'export'}.${extension}`
}
