/** The part of an operating system's name worth a narrow column: `Linux (Debian GNU/Linux 13 (trixie))` is `Debian 13`. */
export function shortOs(os: string | null): string {
  if (!os) return ''
  const inner = /^\S+ \((.+)\)$/.exec(os)?.[1] ?? os
  return inner
    .replace(' GNU/Linux', '')
    .replace(/ \([^()]*\)$/, '')
    .trim()
}
