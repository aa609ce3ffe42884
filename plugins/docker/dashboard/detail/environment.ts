type Json = Readonly<Record<string, unknown>>

/** A variable of the environment of a container. */
export interface Variable {
  readonly name: string
  /** masked unless revealed */
  readonly value: string
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The environment in what the daemon says about a container. */
export function environmentOf({ Config: config }: Json): readonly Variable[] {
  const lines = isObject(config) && Array.isArray(config.Env) ? config.Env : []
  return lines
    .filter((line): line is string => typeof line === 'string')
    .map((line) => {
      const at = line.indexOf('=')
      return at < 0 ? { name: line, value: '' } : { name: line.slice(0, at), value: line.slice(at + 1) }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** What the daemon says about a container, without its environment, which is shown apart. */
export function withoutEnvironment(container: Json): Json {
  const { Config: config } = container
  if (!isObject(config)) return container
  const { Env: _, ...rest } = config
  return { ...container, Config: rest }
}
