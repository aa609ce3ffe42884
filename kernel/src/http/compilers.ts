import buildAjv from '@fastify/ajv-compiler'
import buildSerializers from '@fastify/fast-json-stringify-compiler'
import { ruleKeyword } from '@svc/plugin-sdk'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'

export interface Compilers {
  readonly validator: FastifySchemaCompiler<unknown>
  readonly serializer: FastifySerializerCompiler<unknown>
}

/** Compiles equal schemas once per process, even across routes and restarts. */
const cached = <C>(compile: (definition: never) => unknown, compiled = new Map<string, unknown>()): C =>
  ((definition: { schema: unknown }) =>
    compiled.getOrInsertComputed(JSON.stringify(definition.schema), () => compile(definition as never))) as C

interface AjvOptions {
  readonly coerceTypes: 'array' | false
  readonly allErrors: boolean
}

/**
 * As Fastify's defaults: unknown properties are dropped only where a schema forbids them. Errors contain the schema, which
 * may name the text of its rule.
 */
const ajv = (options: AjvOptions) =>
  buildAjv()(
    {},
    {
      customOptions: { useDefaults: true, removeAdditional: true, verbose: true, keywords: [ruleKeyword], ...options },
    },
  )

/** Values for which all errors are listed, not just the first. */
const maxListedValues = 1000

/** Whether a value consists of few values, however they are nested. */
function isSmall(value: unknown): boolean {
  const open = [value]
  for (let seen = 0; seen < maxListedValues; seen++) {
    if (open.length === 0) return true
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    const members = Object.values(next)
    if (members.length > maxListedValues) return false
    open.push(...members)
  }
  return false
}

/** Lists all errors of a small body, so that a form shows them at once; a large one could have millions. */
function makeBodyValidator(): FastifySchemaCompiler<unknown> {
  const first = cached<FastifySchemaCompiler<unknown>>(ajv({ coerceTypes: false, allErrors: false }))
  const all = cached<FastifySchemaCompiler<unknown>>(ajv({ coerceTypes: false, allErrors: true }))
  return (route) => {
    const validate = first(route)
    return (value: unknown) => {
      if (validate(value)) return true
      const complete = isSmall(value) ? all(route) : validate
      complete(value)
      return { error: (complete.errors ?? []) as never }
    }
  }
}

const isInfinite = (value: unknown) => [value].flat().some((one) => typeof one === 'number' && !Number.isFinite(one))

function makeValidator(): FastifySchemaCompiler<unknown> {
  const body = makeBodyValidator()
  const coerce = ajv({ coerceTypes: 'array', allErrors: false })
  const text = cached<FastifySchemaCompiler<unknown>>((route: Parameters<typeof coerce>[0]) => {
    const validate = coerce(route)
    // Ajv coerces `Infinity` and `1e999` to numbers that pass checks without a `maximum`.
    return (query: object) => {
      if (!validate(query)) return { error: validate.errors }
      const [field] = Object.entries(query ?? {}).find(([, value]) => isInfinite(value)) ?? []
      return field
        ? { error: [{ keyword: 'finite', instancePath: `/${field}`, params: {}, message: 'must be finite' }] }
        : true
    }
  })
  return (route) => (route.httpPart === 'body' ? body : text)(route)
}

let shared: Compilers | undefined

/** Coerces query and path parameters, but not bodies. Compiles immediately, so an invalid schema throws. */
export const compilers: Compilers = {
  validator: (route) => all().validator(route),
  serializer: (route) => all().serializer(route),
}

function all(): Compilers {
  shared ??= { validator: makeValidator(), serializer: cached(buildSerializers()({}, {})) }
  return shared
}

/** Compiles a schema at the first request that needs it, because most routes are never called. */
export const lazyCompilers: Compilers = {
  validator(route) {
    let validate: ReturnType<FastifySchemaCompiler<unknown>> | undefined
    return (value: unknown) => {
      validate ??= compilers.validator(route)
      const result = validate(value)
      return result === false ? { error: validate.errors ?? [] } : result
    }
  },
  serializer(route) {
    let serialize: ((value: unknown) => string) | undefined
    return (value: unknown) => {
      serialize ??= compilers.serializer(route)
      return serialize(value)
    }
  },
}
