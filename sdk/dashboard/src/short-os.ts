/** The name of the distribution: `Linux (Debian GNU/Linux 13 (trixie))` is `Debian GNU/Linux 13 (trixie)`. */
export const distributionName = (os: string | null): string => (os && (/^\S+ \((.+)\)$/.exec(os)?.[1] ?? os)) || ''

/** A short form for narrow columns: `Debian 13`. */
export const shortOs = (os: string | null): string =>
  distributionName(os)
    .replace(' GNU/Linux', '')
    .replace(/ \([^()]*\)$/, '')
    .trim()
