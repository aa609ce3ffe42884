import { invalid, type Params, type TextCode } from '@svc/plugin-sdk'

type Config = Readonly<Record<string, unknown>>

/** Path of a configuration field, as requests name it. */
export const fieldOf = (name: string) => `config_json.${name}`

/** The validation error of a configuration field. */
export const configError = (name: string, code: TextCode, params?: Params) => invalid(fieldOf(name), code, params)

/** Validates the fields of a configuration. Throws 422 naming the invalid field. Null counts as missing. */
export function configReader(config: Config, fields: readonly string[]) {
  const unknown = Object.keys(config).find((name) => !fields.includes(name))
  if (unknown !== undefined) {
    throw configError(unknown.slice(0, 64), 'monitors.UNKNOWN_FIELD', { fields })
  }

  const optional = (name: string): unknown => (Object.hasOwn(config, name) ? (config[name] ?? undefined) : undefined)

  function text(name: string, maxLength: number): string | undefined {
    const value = optional(name)
    if (value === undefined || value === '') return undefined
    if (typeof value !== 'string') throw configError(name, 'kernel.MUST_BE_STRING')
    if (value.length > maxLength) throw configError(name, 'kernel.MAX_LENGTH', { count: maxLength })
    return value
  }

  return {
    optional,
    text,
    integer(name: string, fallback: number, min: number, max: number): number {
      const value = optional(name) ?? fallback
      if (!Number.isInteger(value) || Number(value) < min || Number(value) > max) {
        throw configError(name, 'kernel.INTEGER_RANGE', { min, max })
      }
      return Number(value)
    },
    flag(name: string, fallback: boolean): boolean {
      const value = optional(name) ?? fallback
      if (typeof value !== 'boolean') throw configError(name, 'kernel.MUST_BE_BOOLEAN')
      return value
    },
    choice<const T extends string>(name: string, choices: readonly [T, ...T[]]): T {
      const value = optional(name) ?? choices[0]
      const match = choices.find((choice) => choice === value)
      if (match === undefined) throw configError(name, 'kernel.ONE_OF', { values: choices })
      return match
    },
    /** A list without duplicates. `parse` returns undefined for items that break the rule with this code. */
    list<T>(name: string, maxItems: number, parse: (item: unknown) => T | undefined, code: TextCode): readonly T[] {
      const value = optional(name) ?? []
      if (!Array.isArray(value) || value.length > maxItems) {
        throw configError(name, 'monitors.LIST_LENGTH', { limit: maxItems })
      }
      const items = value.map((item) => {
        const parsed = parse(item)
        if (parsed === undefined) throw configError(name, code)
        return parsed
      })
      return [...new Set(items)]
    },
  }
}

/** Timeout of a check in seconds. */
export const readTimeout = (reader: ReturnType<typeof configReader>): number => reader.integer('timeout', 10, 1, 60)
