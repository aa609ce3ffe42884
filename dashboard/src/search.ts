/** The address keeps plain strings: `?q=edge&page=2`. What they mean is decided by the page. */
export const parseSearch = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query))

/** Members that are empty are left out, so that defaults do not fill the address. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '' || value === false) continue
    query.set(key, String(value))
  }
  const text = query.toString()
  return text && `?${text}`
}
