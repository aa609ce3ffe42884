import buildAjv from '@fastify/ajv-compiler'
import buildSerializers from '@fastify/fast-json-stringify-compiler'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'

/** Like Fastify's own defaults: unknown members are dropped only where a schema forbids them. */
const options = { useDefaults: true, removeAdditional: true, allErrors: false }

function remember<C extends (definition: never) => unknown>(compile: unknown): C {
  const compiled = new Map<string, unknown>()
  return ((definition: { schema: unknown }) => {
    const key = JSON.stringify(definition.schema)
    const made = compiled.get(key) ?? (compile as (given: typeof definition) => unknown)(definition)
    compiled.set(key, made)
    return made
  }) as unknown as C
}

const ajv = buildAjv()
const coercing = (coerceTypes: 'array' | false) =>
  remember<FastifySchemaCompiler<unknown>>(ajv({}, { customOptions: { ...options, coerceTypes } }))
const text = coercing('array')
const typed = coercing(false)
const validator: FastifySchemaCompiler<unknown> = (route) => (route.httpPart === 'body' ? typed : text)(route)

/**
 * Schema compilers. Query and path are text, so they are coerced; bodies are typed, so they are not. Every schema is
 * compiled once in the life of the process: rehearsal, the application and restarted kernels share the result.
 */
export const compilers = {
  validator,
  serializer: remember<FastifySerializerCompiler<unknown>>(buildSerializers()({}, {})),
}
