/** Search params stay plain strings (`?q=edge&page=2`); each page parses its own. */
export const parseSearch = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query))

/** Omits empty values, to keep defaults out of the URL. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '' || value === false) continue
    query.set(key, String(value))
  }
  const text = query.toString()
  return text && `?${text}`
}
