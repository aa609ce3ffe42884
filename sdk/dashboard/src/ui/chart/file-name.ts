import { instant } from './csv.js'

// What file systems forbid, what hides or turns text, and blanks.
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|,;\s]+/gu
/** Characters; four bytes each still fit the 255 bytes of a file name. */
const longest = 50

/** A file name that every system accepts: `CPU-20260305T1200Z-20260306T1200Z.csv`. */
export function fileNameOf(base: string, span: readonly [number, number] | undefined, extension: string): string {
  const dashed = base.normalize('NFC').replace(unsafe, '-').replace(/-{2,}/g, '-')
  const short = [...dashed]
    .slice(0, longest)
    .join('')
    .replace(/^[-.]+|[-.]+$/g, '')
  const stamp = (seconds: number) => instant(seconds).slice(0, 16).replaceAll(/[-:]/g, '').concat('Z')
  const times = span?.every((end) => instant(end)) ? span.map(stamp) : []
  return `${[short || 'chart', ...times].join('-')}.${extension}`
}
