import type { TestKernel } from '@svc/kernel/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAllPlugins } from './openapi/all-plugins.ts'
import { arbitraryOf, type Schema } from './openapi/arbitrary.mjs'

type Method = 'POST' | 'PUT' | 'PATCH'

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly description: string
  readonly responses: Readonly<Record<string, unknown>>
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example: unknown }>>
  }
}

interface Document {
  readonly tags: readonly { readonly name: string }[]
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
  readonly 'x-error-codes': Readonly<Record<string, string>>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

let kernel: TestKernel
let document: Document
let headers: Record<string, string>

beforeAll(async () => {
  ;({ kernel, headers } = await startAllPlugins())
  document = (await kernel.inject('/api-docs/openapi.json')).json()
})
afterAll(() => kernel.close())

/** Rules with general texts that depend on other fields, on which plugins run, or on the calendar. */
const beyondSchemas = [
  'POST /api/admin/rate-limit/reset scope kernel.ONE_OF',
  'POST /api/alert-rules actions.N.type kernel.ONE_OF',
  'POST /api/alert-rules rules.N.rule_type kernel.ONE_OF',
  'POST /api/alert-rules/backtest rules.N.rule_type kernel.ONE_OF',
  'POST /api/notifications notify_type kernel.ONE_OF',
  'POST /api/notifications/test notify_type kernel.ONE_OF',
  'POST /api/auth/2fa/disable password kernel.REQUIRED',
  'POST /api/settings/backup/full password kernel.REQUIRED',
  'POST /api/settings/backup/plans password kernel.REQUIRED',
  'POST /api/maintenances start_at kernel.INSTANT',
  'POST /api/maintenances end_at kernel.INSTANT',
  'POST /api/tasks cron_expression kernel.REQUIRED',
  'POST /api/tasks server_ids kernel.NOT_EMPTY',
]
/** It looks up the hosts that it is given. */
const resolving = '/api/service-monitors'

/** Violated rules of a request: `METHOD path field code`. */
async function refusalsOf(method: string, path: string, body: unknown, remoteAddress: string): Promise<string[]> {
  const url = path.replaceAll(/\{\w+\}/g, 'x')
  const payload = JSON.stringify(body)
  const response = await kernel.inject({ method: method as Method, url, headers, payload, remoteAddress })
  expect(response.statusCode, `${method} ${path} ${payload}`).toBeLessThan(500)
  if (response.statusCode !== 422) return []
  const { details } = response.json().error
  return (Array.isArray(details) ? details : []).map(
    ({ field, code }) => `${method} ${path} ${field.replaceAll(/\d+/g, 'N')} ${code}`,
  )
}

/** A schema with all that it refers to. */
function resolved(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map(resolved)
  const { $ref } = schema as { $ref?: string }
  const name = $ref?.split('/').at(-1)
  if (name) return resolved(document.components.schemas[name])
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, resolved(value)]))
}

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
const bodies = () =>
  operations().flatMap(({ path, method, operation }) => {
    const content = operation.requestBody?.content['application/json']
    return content ? [{ path, method, ...content }] : []
  })

describe('the OpenAPI document', () => {
  it('gives each operation an id, a summary, a plugin and the parameters of its path', () => {
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const tags = document.tags.map(({ name }) => name)
    for (const { path, method, operation } of operations()) {
      expect(operation.summary, `${method} ${path}`).toMatch(/\S/)
      expect(tags).toEqual(expect.arrayContaining([...(operation.tags ?? ['none'])]))
      const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
      expect(parameters.map(({ name }) => `{${name}}`).sort()).toEqual((path.match(/\{\w+\}/g) ?? []).sort())
      expect(path.replaceAll(/\{\w+\}/g, '')).not.toMatch(/[{}*]/)
    }
  })

  it('describes tuples as its version of JSON Schema does', () => {
    const text = JSON.stringify(document)
    expect([text.includes('"prefixItems":['), /"items":\[|"additionalItems"/.test(text)]).toEqual([true, false])
  })

  it('describes each name once, and refers to what is there', () => {
    const titles: string[] = []
    const refs: string[] = []
    JSON.stringify({ ...document, info: undefined }, (key, value) => {
      if (key === 'title' && typeof value === 'string') titles.push(value)
      if (key === '$ref') refs.push(value)
      return key === 'example' ? undefined : value
    })
    // Schemas of other members under the same name, such as those of Type.Partial, need one of their own.
    expect(titles).toEqual([])
    const isThere = (ref: string) =>
      ref
        .split('/')
        .slice(1)
        .reduce<unknown>((found, name) => (found ? Reflect.get(found, name) : undefined), document) !== undefined
    expect(refs.length).toBeGreaterThan(1000)
    expect(refs.filter((ref) => !isThere(ref))).toEqual([])
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['AlertRule', 'Container', 'Error']),
    )
  })

  it('has examples of bodies which their rules allow', async () => {
    const found: string[] = []
    for (const { path, method, schema, example } of bodies()) {
      expect(example, `${method} ${path}`).toBeDefined()
      if (path === resolving) continue
      const rules = JSON.stringify(resolved(schema))
      const refusals = await refusalsOf(method, path, example, '198.51.100.250')
      const isSchemas = (code: string) => code.startsWith('kernel.') || rules.includes(`"${code}"`)
      found.push(...refusals.filter((refusal) => isSchemas(refusal.split(' ').at(-1) ?? '')))
    }
    expect(found.filter((violation) => !beyondSchemas.includes(violation))).toEqual([])
  })

  it('says how each list that may be cut goes on', () => {
    // The most frequent ones, of which nobody wants the rest.
    const tops = ['/api/security/stats']
    const cut = operations().filter(({ path, operation }) => {
      const names = (operation.parameters ?? []).map(({ name }) => name)
      return (
        names.includes('limit') && !names.some((name) => /^(?:cursor|offset|after)$/.test(name)) && !tops.includes(path)
      )
    })
    expect(cut.map(({ path }) => path)).toEqual([])
  })

  it('lists the codes of errors with their texts, and what sockets send', () => {
    expect(document['x-error-codes']).toMatchObject({
      'kernel.REQUIRED': 'is required',
      'kernel.MIN_LENGTH': 'must have at least {{count}} characters',
      'auth.SIX_DIGITS': expect.any(String),
    })
    const sockets = operations().filter(({ operation }) => '101' in operation.responses)
    expect(sockets.length).toBeGreaterThan(3)
    for (const { operation } of sockets)
      for (const word of ['Receives `', 'Sends `']) expect(operation.description.replaceAll('\n', ' ')).toContain(word)
  })
})

describe('the schemas of requests', () => {
  /** Violated rules of bodies that the schema allows. */
  async function violationsOf(method: string, path: string, schema: Schema): Promise<string[]> {
    const violations: string[] = []
    const bodies = fc.sample(arbitraryOf(schema, document), { numRuns: 40, seed: 42 })
    // Limits of strangers count by address.
    for (const [index, body] of bodies.entries())
      violations.push(...(await refusalsOf(method, path, body, `198.51.100.${index}`)))
    return [...new Set(violations)]
  }

  it('say all that a schema can say: what they allow violates no such rule', async () => {
    const found: string[] = []
    for (const { path, method, schema } of bodies())
      if (path !== resolving) found.push(...(await violationsOf(method, path, schema)))
    expect(found.length).toBeGreaterThan(30)
    // The texts of plugins say what no schema does: what exists, and what fits together.
    const general = found.filter((violation) => violation.includes(' kernel.'))
    expect(general.filter((violation) => !beyondSchemas.includes(violation))).toEqual([])
  })
})
