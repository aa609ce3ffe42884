import buildAjv from '@fastify/ajv-compiler'
import buildSerializers from '@fastify/fast-json-stringify-compiler'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'

const remember = <C>(compile: (definition: never) => unknown, compiled = new Map<string, unknown>()): C =>
  ((definition: { schema: unknown }) => {
    const key = JSON.stringify(definition.schema)
    if (!compiled.has(key)) compiled.set(key, compile(definition as never))
    return compiled.get(key)
  }) as C

/** Like Fastify's own defaults: unknown members are dropped only where a schema forbids them. */
const compiler = (coerceTypes: 'array' | false) =>
  buildAjv()({}, { customOptions: { useDefaults: true, removeAdditional: true, allErrors: false, coerceTypes } })
const typed = remember<FastifySchemaCompiler<unknown>>(compiler(false))
const coerce = compiler('array')
const isEndless = (value: unknown) => [value].flat().some((one) => typeof one === 'number' && !Number.isFinite(one))
const text = remember<FastifySchemaCompiler<unknown>>((route: Parameters<typeof coerce>[0]) => {
  const validate = coerce(route)
  // Ajv makes `Infinity` and `1e999` numbers, and no `maximum` stops those
  return (query: object) => {
    if (!validate(query)) return { error: validate.errors }
    const [field] = Object.entries(query ?? {}).find(([, value]) => isEndless(value)) ?? []
    return field ? { error: [{ keyword: '', instancePath: `/${field}`, params: {}, message: 'must be finite' }] } : true
  }
})

/** Query and path are text and coerced, bodies are typed. A schema is compiled once in the life of the process. */
export const compilers = {
  validator: ((route) => (route.httpPart === 'body' ? typed : text)(route)) as FastifySchemaCompiler<unknown>,
  serializer: remember<FastifySerializerCompiler<unknown>>(buildSerializers()({}, {})),
}
