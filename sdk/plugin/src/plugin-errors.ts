import type { PluginDefinition } from './plugin.ts'

/** Returns what is wrong with a value, or undefined. `path` names the value. */
type Check = (value: unknown, path: string) => string | undefined

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ofKind = (value: unknown, kind: string): value is Readonly<Record<string, unknown>> & { readonly id: string } =>
  isObject(value) && value.kind === kind && typeof value.id === 'string'

const isFunction: Check = (value, path) => (typeof value === 'function' ? undefined : `${path} is not a function`)

const first = <T>(list: readonly T[], errorOf: (item: T, index: number) => string | undefined): string | undefined => {
  for (const [index, item] of list.entries()) {
    const error = errorOf(item, index)
    if (error) return error
  }
  return undefined
}

/** Checks every entry of an object. */
const entries =
  (check: Check): Check =>
  (value, path) =>
    isObject(value)
      ? first(Object.entries(value), ([name, entry]) => check(entry, `${path}.${name}`))
      : `${path} is not an object`

/** Checks every item of an array. */
const items =
  (check: Check): Check =>
  (value, path) =>
    Array.isArray(value) ? first(value, (item, index) => check(item, `${path}[${index}]`)) : `${path} is not an array`

/** Checks the properties of an object; others are unknown. Optional ones may be missing. */
const properties =
  (checks: Readonly<Record<string, Check>>, required: readonly string[]) =>
  (value: Readonly<Record<string, unknown>>, whole: string): string | undefined => {
    const missing = required.find((name) => value[name] === undefined)
    if (missing) return `${whole} has no ${missing}`
    return first(Object.entries(value), ([name, entry]) => {
      const check = checks[name]
      if (!check) return `${whole} has an unknown property ${name}; known ones are ${Object.keys(checks).join(', ')}`
      return entry === undefined ? undefined : check(entry, name)
    })
  }

const nonEmptyString: Check = (value, path) =>
  typeof value === 'string' && value !== '' ? undefined : `${path} must be a non-empty string`

const serviceRef: Check = (value, path) =>
  ofKind(value, 'service') || (isObject(value) && value.kind === 'optional' && ofKind(value.ref, 'service'))
    ? undefined
    : `${path} is not a service reference: create it with service(), or import it from the contract of its plugin`

const providedRef: Check = (value, path) =>
  ofKind(value, 'service') ? undefined : `${path} is not a service reference: create it with service()`

const ownPoint: Check = (value, path) =>
  ofKind(value, 'point') && typeof value.keyOf === 'function'
    ? undefined
    : `${path} is not an extension point: create it with point()`

const configSchema: Check = (value, path) =>
  isObject(value) && value.type === 'object' && isObject(value.properties)
    ? undefined
    : `${path} is not a schema created with Type.Object()`

const migration: Check = (value, path) =>
  isObject(value) && typeof value.name === 'string' && typeof value.up === 'function'
    ? undefined
    : `${path} is not { name, up }`

const migrations: Check = (value, path) => {
  const error = items(migration)(value, path)
  if (error) return error
  const names = (value as readonly { readonly name: string }[]).map(({ name }) => name)
  const invalid = names.find((name, index) => !/^\d{3}-[a-z0-9-]+$/.test(name) || (names[index - 1] ?? '') >= name)
  return invalid === undefined ? undefined : `migration ${invalid}: names must be NNN-what, ascending and unique`
}

const contribution: Check = (value, path) =>
  isObject(value) &&
  value.kind === 'contribution' &&
  ofKind(value.point, 'point') &&
  typeof value.point.keyOf === 'function'
    ? undefined
    : `${path} was not created by contribute()`

/** Of one point, or of several. */
const contributions: Check = (value, path) => (Array.isArray(value) ? items(contribution) : contribution)(value, path)

const listener: Check = (value, path) =>
  isObject(value) && value.kind === 'listener' && ofKind(value.event, 'event') && typeof value.run === 'function'
    ? undefined
    : `${path} was not created by listen()`

const job: Check = (value, path) => {
  if (!isObject(value) || nonEmptyString(value.name, '') || typeof value.run !== 'function') {
    return `${path} is not { name, every, run }`
  }
  const { name, every, offset } = value
  if (!Number.isFinite(every) || (every as number) < 1) {
    return `job ${name} has an invalid interval ${every}: every must be a number of milliseconds, at least 1`
  }
  if (offset !== undefined && (!Number.isFinite(offset) || (offset as number) < 0)) {
    return `job ${name} has an invalid offset ${offset}: it must be a number of milliseconds, at least 0`
  }
  return undefined
}

const jobs: Check = (value, path) => {
  const error = items(job)(value, path)
  if (error) return error
  const names = (value as readonly { readonly name: string }[]).map(({ name }) => name)
  const duplicate = names.find((name, index) => names.indexOf(name) !== index)
  return duplicate && `job ${duplicate} is declared twice`
}

const command: Check = (value, path) =>
  isObject(value) && !nonEmptyString(value.name, '') && isObject(value.options) && typeof value.run === 'function'
    ? undefined
    : `${path} is not { name, summary, options, run }`

const hostCheck: Check = (value, path) =>
  isObject(value) && !nonEmptyString(value.name, '') && typeof value.run === 'function'
    ? undefined
    : `${path} is not { name, run }`

const definition = properties(
  {
    id: nonEmptyString,
    mode: (value, path) => (isObject(value) && isObject(value.settings) ? undefined : `${path} is not { settings }`),
    config: configSchema,
    requires: entries(serviceRef),
    provides: entries(providedRef),
    points: entries(ownPoint),
    migrations,
    setup: isFunction,
  },
  ['id', 'setup'],
)

const parts = properties(
  {
    provides: entries(() => undefined),
    contributes: items(contributions),
    on: items(listener),
    jobs,
    routes: isFunction,
    commands: items(command),
    checks: items(hostCheck),
    ready: isFunction,
    listening: isFunction,
    close: isFunction,
  },
  [],
)

/**
 * What is wrong with a plugin's definition, as a sentence; undefined when it is valid. The types say the same, but plugins
 * may be written in JavaScript.
 */
export const definitionError = (value: unknown): string | undefined =>
  isObject(value) ? definition(value, 'the definition') : 'it is not what definePlugin() returns'

/** What is wrong with what a plugin's `setup` returned, as a sentence; undefined when it is valid. */
export function partsError(value: unknown, { provides = {} }: Pick<PluginDefinition, 'provides'>): string | undefined {
  if (!isObject(value)) return `setup returned ${typeof value}, not the parts of a plugin`
  const provided = isObject(value.provides) ? value.provides : {}
  const missing = Object.keys(provides).find((name) => provided[name] === undefined)
  return parts(value, 'what setup returned') ?? (missing && `setup did not provide ${provides[missing]?.id}`)
}
