import { Rule } from './problems.ts'

/** Of one server. */
export const mostTags = 8

/** Trimmed, blanks dropped, duplicates merged, in byte order. */
export function normalizeTags(input: readonly string[], most = mostTags): string[] {
  if (input.length > most) throw new Rule(`must have at most ${most} entries`)
  const tags = new Set<string>()
  for (const entry of input) {
    const tag = entry.trim()
    if (tag === '') continue
    if (!/^[A-Za-z0-9_.-]{1,16}$/.test(tag)) {
      throw new Rule('must hold tags of at most 16 letters, digits, "_", "-" or "."')
    }
    tags.add(tag)
  }
  return [...tags].sort()
}
