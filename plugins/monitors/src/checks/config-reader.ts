import { invalid } from '@svc/plugin-sdk'

type Given = Readonly<Record<string, unknown>>

/** A member of the configuration as requests name it. */
export const fieldOf = (name: string) => `config_json.${name}`

/** The error of a member of the configuration. */
export const wrong = (name: string, rule: string) => invalid(fieldOf(name), rule)

/** Reads the members of a configuration; 422 names the one that breaks its rule. Null and left out are the same. */
export function readMembers(given: Given, known: readonly string[]) {
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown !== undefined) throw wrong(unknown.slice(0, 64), `is not known; known are ${known.join(', ')}`)

  const optional = (name: string): unknown => (Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined)

  function text(name: string, longest: number): string | undefined {
    const value = optional(name)
    if (value === undefined || value === '') return undefined
    if (typeof value !== 'string') throw wrong(name, 'must be text')
    if (value.length > longest) throw wrong(name, `must have at most ${longest} characters`)
    return value
  }

  return {
    optional,
    text,
    integer(name: string, fallback: number, least: number, most: number): number {
      const value = optional(name) ?? fallback
      if (!Number.isInteger(value) || Number(value) < least || Number(value) > most) {
        throw wrong(name, `must be a whole number from ${least} to ${most}`)
      }
      return Number(value)
    },
    flag(name: string, fallback: boolean): boolean {
      const value = optional(name) ?? fallback
      if (typeof value !== 'boolean') throw wrong(name, 'must be true or false')
      return value
    },
    choice<const T extends string>(name: string, choices: readonly [T, ...T[]]): T {
      const value = optional(name) ?? choices[0]
      const found = choices.find((choice) => choice === value)
      if (found === undefined) throw wrong(name, `must be one of ${choices.join(', ')}`)
      return found
    },
    /** A list without duplicates. */
    list<T>(name: string, most: number, read: (item: unknown) => T | undefined, rule: string): readonly T[] {
      const value = optional(name) ?? []
      if (!Array.isArray(value) || value.length > most) throw wrong(name, `must be a list of at most ${most}`)
      return [
        ...new Set(
          value.map((item) => {
            const found = read(item)
            if (found === undefined) throw wrong(name, rule)
            return found
          }),
        ),
      ]
    },
  }
}

/** Seconds that a check may take. */
export const readTimeout = (members: ReturnType<typeof readMembers>): number => members.integer('timeout', 10, 1, 60)
