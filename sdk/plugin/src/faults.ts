import type { PluginDefinition } from './plugin.ts'

/** What is wrong with a value, or nothing. `at` names it for the author. */
type Rule = (value: unknown, at: string) => string | undefined

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ofKind = (value: unknown, kind: string): value is Readonly<Record<string, unknown>> & { readonly id: string } =>
  isObject(value) && value.kind === kind && typeof value.id === 'string'

const isFunction: Rule = (value, at) => (typeof value === 'function' ? undefined : `${at} is not a function`)

const first = <T>(items: readonly T[], faultOf: (item: T, index: number) => string | undefined): string | undefined => {
  for (const [index, item] of items.entries()) {
    const fault = faultOf(item, index)
    if (fault) return fault
  }
  return undefined
}

/** Every entry of an object obeys the rule. */
const each =
  (rule: Rule): Rule =>
  (value, at) =>
    isObject(value)
      ? first(Object.entries(value), ([name, entry]) => rule(entry, `${at}.${name}`))
      : `${at} is not an object`

/** Every item of a list obeys the rule. */
const listOf =
  (rule: Rule): Rule =>
  (value, at) =>
    Array.isArray(value) ? first(value, (item, index) => rule(item, `${at}[${index}]`)) : `${at} is not a list`

/** An object with these members and no others; the rule of a member that is left out is not asked. */
const members =
  (rules: Readonly<Record<string, Rule>>, required: readonly string[]) =>
  (value: Readonly<Record<string, unknown>>, whole: string): string | undefined => {
    const missing = required.find((name) => value[name] === undefined)
    if (missing) return `${whole} has no ${missing}`
    return first(Object.entries(value), ([name, entry]) => {
      const rule = rules[name]
      if (!rule) return `${whole} has ${name}, which means nothing there; there are ${Object.keys(rules).join(', ')}`
      return entry === undefined ? undefined : rule(entry, name)
    })
  }

const named: Rule = (value, at) =>
  typeof value === 'string' && value !== '' ? undefined : `${at} is not a text with something in it`

const serviceRef: Rule = (value, at) =>
  ofKind(value, 'service') || (isObject(value) && value.kind === 'optional' && ofKind(value.ref, 'service'))
    ? undefined
    : `${at} is no reference to a service: make it with service(), or import it from the contract of its plugin`

const providedRef: Rule = (value, at) =>
  ofKind(value, 'service') ? undefined : `${at} is no reference to a service: make it with service()`

const ownPoint: Rule = (value, at) =>
  ofKind(value, 'point') && typeof value.keyOf === 'function'
    ? undefined
    : `${at} is no reference to an extension point: make it with point()`

const configSchema: Rule = (value, at) =>
  isObject(value) && value.type === 'object' && isObject(value.properties)
    ? undefined
    : `${at} is not a schema made with Type.Object()`

const migration: Rule = (value, at) =>
  isObject(value) && typeof value.name === 'string' && typeof value.up === 'function'
    ? undefined
    : `${at} is not { name, up }`

const migrations: Rule = (value, at) => {
  const fault = listOf(migration)(value, at)
  if (fault) return fault
  const names = (value as readonly { readonly name: string }[]).map(({ name }) => name)
  const wrong = names.find((name, index) => !/^\d{3}-[a-z0-9-]+$/.test(name) || (names[index - 1] ?? '') >= name)
  return wrong === undefined ? undefined : `it has migration ${wrong}; names are NNN-what, ascending and unique`
}

const contribution: Rule = (value, at) =>
  isObject(value) &&
  value.kind === 'contribution' &&
  ofKind(value.point, 'point') &&
  typeof value.point.keyOf === 'function'
    ? undefined
    : `${at} is not made by contribute() with a point; contribute() returns a list, so spread it among others`

const listener: Rule = (value, at) =>
  isObject(value) && value.kind === 'listener' && ofKind(value.event, 'event') && typeof value.run === 'function'
    ? undefined
    : `${at} is not made by listen() with an event and a function`

const job: Rule = (value, at) => {
  if (!isObject(value) || named(value.name, '') || typeof value.run !== 'function') {
    return `${at} is not { name, every, run }`
  }
  const { name, every, offset } = value
  if (!Number.isFinite(every) || (every as number) < 1) {
    return `job ${name} has an interval of ${every}: every is a number of milliseconds, at least 1`
  }
  if (offset !== undefined && (!Number.isFinite(offset) || (offset as number) < 0)) {
    return `job ${name} has an offset of ${offset}: it is a number of milliseconds, at least 0`
  }
  return undefined
}

const jobs: Rule = (value, at) => {
  const fault = listOf(job)(value, at)
  if (fault) return fault
  const names = (value as readonly { readonly name: string }[]).map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice && `it declares job ${twice} twice`
}

const command: Rule = (value, at) =>
  isObject(value) && !named(value.name, '') && isObject(value.options) && typeof value.run === 'function'
    ? undefined
    : `${at} is not { name, summary, options, run }`

const definition = members(
  {
    id: named,
    config: configSchema,
    requires: each(serviceRef),
    provides: each(providedRef),
    points: each(ownPoint),
    migrations,
    setup: isFunction,
  },
  ['id', 'setup'],
)

const parts = members(
  {
    provides: each(() => undefined),
    contributes: listOf(contribution),
    on: listOf(listener),
    jobs,
    routes: isFunction,
    commands: listOf(command),
    ready: isFunction,
    close: isFunction,
  },
  [],
)

/**
 * What is wrong with a plugin's definition, as the server would say it; undefined when nothing is. Types say it before,
 * but plugins may be written without.
 */
export const definitionFault = (value: unknown): string | undefined =>
  isObject(value) ? definition(value, 'the definition') : 'it is not what definePlugin() returns'

/** What is wrong with what `setup` of a plugin returned, as the server would say it; undefined when nothing is. */
export function partsFault(value: unknown, { provides = {} }: Pick<PluginDefinition, 'provides'>): string | undefined {
  if (!isObject(value)) return `setup returned ${typeof value}, not the parts of a plugin`
  const given = isObject(value.provides) ? value.provides : {}
  const missing = Object.keys(provides).find((name) => given[name] === undefined)
  return parts(value, 'what setup returned') ?? (missing && `setup did not provide ${provides[missing]?.id}`)
}
