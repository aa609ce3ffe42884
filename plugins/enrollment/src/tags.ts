import { FieldError } from './validation.ts'

/** per server */
export const maxTags = 8

/** Trims tags, drops blank ones and duplicates, and sorts by bytes. */
export function normalizeTags(input: readonly string[], max = maxTags): string[] {
  if (input.length > max) throw new FieldError(`must have at most ${max} items`)
  const tags = new Set<string>()
  for (const entry of input) {
    const tag = entry.trim()
    if (tag === '') continue
    if (!/^[A-Za-z0-9_.-]{1,16}$/.test(tag)) {
      throw new FieldError('must contain tags of at most 16 letters, digits, "_", "-" or "."')
    }
    tags.add(tag)
  }
  return [...tags].sort()
}
