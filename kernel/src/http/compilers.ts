import buildAjv from '@fastify/ajv-compiler'
import buildSerializers from '@fastify/fast-json-stringify-compiler'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'

export interface Compilers {
  readonly validator: FastifySchemaCompiler<unknown>
  readonly serializer: FastifySerializerCompiler<unknown>
}

/** Compiles a schema once in the life of the process, also when equal schemas stand in several routes. */
const cached = <C>(compile: (definition: never) => unknown, compiled = new Map<string, unknown>()): C =>
  ((definition: { schema: unknown }) => {
    const key = JSON.stringify(definition.schema)
    if (!compiled.has(key)) compiled.set(key, compile(definition as never))
    return compiled.get(key)
  }) as C

/** Like Fastify's own defaults: unknown members are dropped only where a schema forbids them. */
const ajv = (coerceTypes: 'array' | false) =>
  buildAjv()({}, { customOptions: { useDefaults: true, removeAdditional: true, allErrors: false, coerceTypes } })

const isInfinite = (value: unknown) => [value].flat().some((one) => typeof one === 'number' && !Number.isFinite(one))

function makeValidator(): FastifySchemaCompiler<unknown> {
  const body = cached<FastifySchemaCompiler<unknown>>(ajv(false))
  const coerce = ajv('array')
  const text = cached<FastifySchemaCompiler<unknown>>((route: Parameters<typeof coerce>[0]) => {
    const validate = coerce(route)
    // Ajv makes `Infinity` and `1e999` numbers, and no `maximum` stops those
    return (query: object) => {
      if (!validate(query)) return { error: validate.errors }
      const [field] = Object.entries(query ?? {}).find(([, value]) => isInfinite(value)) ?? []
      return field
        ? { error: [{ keyword: '', instancePath: `/${field}`, params: {}, message: 'must be finite' }] }
        : true
    }
  })
  return (route) => (route.httpPart === 'body' ? body : text)(route)
}

let shared: Compilers | undefined

/** Query and path are text and coerced, bodies are typed. Compiles at once: a schema that is wrong throws. */
export const compilers: Compilers = {
  validator: (route) => all().validator(route),
  serializer: (route) => all().serializer(route),
}

function all(): Compilers {
  shared ??= { validator: makeValidator(), serializer: cached(buildSerializers()({}, {})) }
  return shared
}

/** The same, but a schema is compiled when the first request needs it: most routes of a start are never called. */
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
