import buildAjv from '@fastify/ajv-compiler'
import buildSerializers from '@fastify/fast-json-stringify-compiler'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'

interface Compilers {
  readonly validator: FastifySchemaCompiler<unknown>
  readonly serializer: FastifySerializerCompiler<unknown>
}

/** Like Fastify's own defaults: unknown members are dropped only where a schema forbids them. */
const options = { useDefaults: true, removeAdditional: true, allErrors: false }

function remember<T>(compile: (definition: { schema: unknown }) => T, part: (definition: object) => string) {
  const compiled = new Map<string, T>()
  return (definition: { schema: unknown }): T => {
    const key = `${part(definition)}${JSON.stringify(definition.schema)}`
    const known = compiled.get(key)
    if (known !== undefined) return known
    const made = compile(definition)
    compiled.set(key, made)
    return made
  }
}

function makeCompilers(): Compilers {
  const ajv = buildAjv()
  const text = ajv(
    {},
    { customOptions: { ...options, coerceTypes: 'array' } },
  ) as unknown as FastifySchemaCompiler<unknown>
  const typed = ajv(
    {},
    { customOptions: { ...options, coerceTypes: false } },
  ) as unknown as FastifySchemaCompiler<unknown>
  const serializer = buildSerializers()({}, {}) as unknown as FastifySerializerCompiler<unknown>
  const isBody = (definition: object) => Reflect.get(definition, 'httpPart') === 'body'
  return {
    validator: remember(
      (definition) => (isBody(definition) ? typed : text)(definition as never),
      (definition) => (isBody(definition) ? 'body' : 'text'),
    ) as FastifySchemaCompiler<unknown>,
    serializer: remember(
      (definition) => serializer(definition as never),
      () => '',
    ) as FastifySerializerCompiler<unknown>,
  }
}

/**
 * Schema compilers. Query and path are text, so they are coerced; bodies are typed, so they are not. Every schema is
 * compiled once in the life of the process: rehearsal, the application and restarted kernels share the result.
 */
export const compilers = makeCompilers()
