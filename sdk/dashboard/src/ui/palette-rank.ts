const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/**
 * How well an item matches what was typed, from 0 (not at all) to 1. Every typed word must occur in the label or a
 * keyword; labels that begin with it rank highest, then those with words that do, then any other label, then keywords.
 * `texts` is the label, then the keywords.
 */
export function paletteRank(typed: string, texts: readonly string[]): number {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  const [label = '', ...keywords] = texts.map(fold)
  if (label.startsWith(words.join(' '))) return 1
  if (words.every((word) => ` ${label}`.includes(` ${word}`))) return 0.8
  if (words.every((word) => label.includes(word))) return 0.6
  const all = [label, ...keywords].join(' ')
  return words.every((word) => all.includes(word)) ? 0.3 : 0
}
