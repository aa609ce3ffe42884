/** The part of an operating system's name worth a narrow column: `Linux (Debian GNU/Linux 13)` is `Debian 13`. */
export function shortOs(os: string | null): string {
  if (!os) return ''
  const inner = /\(([^()]+)\)\s*$/.exec(os)?.[1] ?? os
  return inner
    .replace(/ GNU\/Linux/, '')
    .replace(/ \([a-z ]+\)$/i, '')
    .trim()
}
