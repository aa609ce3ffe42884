/** At most `longest` UTF-16 units of a text, never half a sign. */
export const beginning = (text: string, longest: number): string =>
  text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')
