const maxNameBytes = 255

/** The rule of a file name that a text breaks. */
export function nameRule(name: string): 'empty' | 'separator' | 'reserved' | 'tooLong' | undefined {
  if (name === '') return 'empty'
  if (name.includes('/') || name.includes('\0')) return 'separator'
  if (name === '.' || name === '..') return 'reserved'
  return new TextEncoder().encode(name).length > maxNameBytes ? 'tooLong' : undefined
}
