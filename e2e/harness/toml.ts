export type Toml = { readonly [key: string]: string | number | boolean | readonly string[] | Toml }

const isTable = (value: Toml[string]): value is Toml => typeof value === 'object' && !Array.isArray(value)

/** Writes plain values and nested tables; JSON strings, numbers and lists are valid TOML. */
export function toToml(table: Toml, path: readonly string[] = []): string {
  const entries = Object.entries(table)
  const values = entries
    .filter(([, value]) => !isTable(value))
    .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
  const tables = entries.flatMap(([key, value]) => (isTable(value) ? [toToml(value, [...path, key])] : []))
  const head = path.length && values.length ? `[${path.join('.')}]\n` : ''
  return head + values.join('') + tables.join('')
}

/** Merges two tables; `above` wins. */
export function overlay(below: Toml, above: Toml): Toml {
  const merged: Record<string, Toml[string]> = { ...below }
  for (const [key, value] of Object.entries(above)) {
    const under = merged[key]
    merged[key] = under !== undefined && isTable(under) && isTable(value) ? overlay(under, value) : value
  }
  return merged
}
