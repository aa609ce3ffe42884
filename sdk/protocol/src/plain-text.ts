// Control, bidi, unassigned and invisible characters, lone surrogates, and all whitespace except U+0020.
const unsafe = /[\p{C}\p{Default_Ignorable_Code_Point}]|[^\S ]/gu

/**
 * Makes untrusted text safe to show on one line: characters that could spoof or break it become `?`, and it is cut to
 * `max` UTF-16 code units.
 */
export function plainText(text: string, max: number): string {
  // Cut first, to bound the work. A surrogate pair split by the cut becomes `?` too.
  return text.slice(0, max).replace(unsafe, '?')
}
