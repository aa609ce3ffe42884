/** `$.a.b[0]["c d"]` or `a.b.0`; the names along the way, or undefined if the text is no path. */
export function parseJsonPath(text: string): readonly string[] | undefined {
  const rest = text.trim().replace(/^\$\.?/, '')
  if (rest === '') return text.trim().startsWith('$') ? [] : undefined
  const part = /(?:^|\.)([^.[\]"']+)|\[(\d+)\]|\[(?:"([^"]*)"|'([^']*)')\]/y
  const names: string[] = []
  while (part.lastIndex < rest.length) {
    const found = part.exec(rest)
    if (!found) return undefined
    names.push(found.slice(1).find((name) => name !== undefined) ?? '')
  }
  return names
}

/** The value at a path; undefined if there is none. */
export function valueAt(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    document,
  )
}

/** How a value is compared and shown: texts as they are, everything else as JSON. */
export const jsonText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
