/** Whether all strings and names of a parsed value are Unicode, without halves of surrogate pairs. */
export function isUnicode(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, item]) => name.isWellFormed() && isUnicode(item))
}
