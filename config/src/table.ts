/** Whether a TOML value is a table. */
export const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

/** The value at `path`. Inherited properties such as `constructor` are ignored. */
export const valueAt = (table: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined), table)
