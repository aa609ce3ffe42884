// Controls, what turns the direction of text, halves of surrogate pairs, what Unicode has not assigned, what cannot be
// seen, and every space that is not the plain one.
const treacherous = /[\p{C}\p{Default_Ignorable_Code_Point}]|[^\S ]/gu

/**
 * Text from a source that nobody vouches for, safe to show on one line: characters that could disguise what it says
 * become `?`, and it is cut to `max` UTF-16 code units.
 */
export function plainText(text: string, max: number): string {
  // Cut first, so that a long text costs no more than a short one; the pair that was cut in two becomes `?` as well.
  return text.slice(0, max).replace(treacherous, '?')
}
