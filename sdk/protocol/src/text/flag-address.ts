/** The edition of the pictures: browsers keep them for a year, so others need another address. */
export const flagEdition = '1.6.20'

/** Where the dashboard serves the flag of a country as SVG; undefined if it is no country code. */
export const flagAddress = (code: string): string | undefined =>
  /^[a-z]{2}$/i.test(code) ? `/assets/flags-${flagEdition}/${code.toUpperCase()}.svg` : undefined
