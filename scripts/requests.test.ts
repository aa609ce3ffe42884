import { randomUUID } from 'node:crypto'
import type { TestKernel } from '@svc/kernel/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAllPlugins } from './openapi/all-plugins.ts'
import { arbitraryOf, type Schema } from './openapi/arbitrary.mjs'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

interface Parameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly schema: Schema
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly responses: Readonly<Record<string, unknown>>
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example: unknown }>>
  }
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

let kernel: TestKernel
let document: Document
let headers: Record<string, string>
let sent = 0

/** Each request has an address of its own, because the limits of strangers count by address. */
function send(method: Method, url: string, body?: unknown) {
  sent += 1
  const remoteAddress = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
  const { 'content-type': type, ...key } = headers
  const content = body !== undefined && {
    payload: JSON.stringify(body),
    headers: { ...key, 'content-type': `${type}` },
  }
  return kernel.inject({ method, url, remoteAddress, headers: key, ...content })
}

const operations = () =>
  Object.entries(document.paths).flatMap(([path, described]) =>
    Object.entries(described).map(([method, operation]) => ({
      path,
      method: method.toUpperCase() as Method,
      operation,
      body: operation.requestBody?.content['application/json'],
    })),
  )

/** They open a socket, fetch from the internet, or end what the other requests need. */
const left = (method: Method, path: string): boolean =>
  [
    ...['PUT /api/plugins/{id}', 'POST /api/settings/restore', 'DELETE /api/audit-logs', 'POST /api/auth/logout'],
    ...['POST /api/geoip/download', 'POST /api/asn/download'],
  ].includes(`${method} ${path}`) || /^\/api\/(agent\/ws|ws\/)/.test(path)

/** Ids of what is there, by the path before them. */
const ids = new Map<string, string[]>()
function collect(path: string, data: unknown): void {
  const items = Array.isArray(data) ? data : [data]
  const found = items.flatMap((item) => {
    const id: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, 'id') : undefined
    return typeof id === 'string' ? [id] : []
  })
  ids.set(`${path}/`, [...new Set([...(ids.get(`${path}/`) ?? []), ...found])].slice(0, 9))
}

const make = async (path: string, body: object) => {
  const response = await send('POST', path, body)
  expect(response.statusCode, `${path} ${response.body}`).toBe(200)
}

beforeAll(async () => {
  ;({ kernel, headers } = await startAllPlugins())
  document = (await kernel.inject('/api-docs/openapi.json')).json()
  await make('/api/servers', { onboarding_request_id: randomUUID(), name: 'a' })
  await make('/api/incidents', { title: 'x', status: 'investigating', severity: 'minor' })
  await make('/api/maintenances', { title: 'x', start_at: '2026-01-01', end_at: '2026-01-02' })
  await make('/api/firewall/blocks', { target: '192.0.2.9' })
  await send('PUT', '/api/status-page', { enabled: true, allow_subscriptions: true })
  for (const { path, method, body } of operations())
    if (method === 'POST' && body && !path.includes('{')) await send(method, path, body.example)
  for (const { path, method } of operations()) {
    if (method !== 'GET' || path.includes('{') || left(method, path)) continue
    const response = await send(method, path)
    if (String(response.headers['content-type']).includes('json')) collect(path, response.json().data)
  }
  for (const path of ['files', 'traffic']) ids.set(`/api/${path}/`, ids.get('/api/servers/') ?? [])
  expect([...ids.values()].filter((found) => found.length > 0).length).toBeGreaterThan(12)
})
afterAll(() => kernel.close())

const samples = 8
const seed = 7
const texts = [
  ...['', '-1', '1e999', 'null', '\0', "' OR 1=1 --", '__proto__', '🦄', 'a'.repeat(3000), '[]', '1.5'],
  ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '-9223372036854775809'],
]
const values = [null, [], 'x', 1, true, {}, [{}]]

interface Request {
  readonly url: string
  readonly body?: unknown
  /** whether the schemas of the operation allow it */
  readonly isAllowed: boolean
}

/** Requests that the schemas allow, with ids of what is there and others, and requests that they need not allow. */
function requestsOf({ path, method, operation, body }: ReturnType<typeof operations>[number]): Request[] {
  const { parameters = [] } = operation
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const draw = <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, { numRuns: samples, seed })
  const searches = draw(
    fc.record(Object.fromEntries(query.map(({ name, schema }) => [name, arbitraryOf(schema, document)])), {
      requiredKeys: query.flatMap(({ name, required }) => (required ? [name] : [])),
    }),
  )
  const bodies = body ? draw(arbitraryOf(body.schema, document)) : []
  const strangers = new Map(
    parameters.flatMap((one) => (one.in === 'path' ? [[one.name, draw(arbitraryOf(one.schema, document))]] : [])),
  )
  const addressOf = (index: number, id?: string) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const before = path.slice(0, path.indexOf(`{${name}}`)).replace(/\{\w+\}/g, '*')
      // The key of these requests would end with them.
      const mayBeThere = method !== 'DELETE' || !/users|api-keys|sessions/.test(path)
      const there = index % 3 !== 2 && mayBeThere ? (ids.get(before) ?? []) : []
      const chosen = id ?? there[index % there.length] ?? String(strangers.get(name)?.[index])
      return encodeURIComponent(chosen.toWellFormed()) || 'x'
    })
  const searchOf = (search: object) =>
    Object.entries(search)
      .flatMap(([name, value]) =>
        [value].flat().map((one) => `${name}=${encodeURIComponent(String(one).toWellFormed())}`),
      )
      .join('&')
  const [first = {}] = searches
  const count = Math.max(bodies.length, query.length > 0 ? samples : 0, path.includes('{') ? 6 : 1)
  return [
    ...Array.from({ length: count }, (_, index) => ({
      url: `${addressOf(index)}?${searchOf(searches[index] ?? {})}`,
      body: bodies[index],
      isAllowed: true,
    })),
    ...query.flatMap(({ name }) =>
      texts.map((text) => ({
        url: `${addressOf(0)}?${searchOf({ ...first, [name]: text })}`,
        body: bodies[0],
        isAllowed: false,
      })),
    ),
    ...(path.includes('{') ? texts : []).map((text) => ({
      url: `${addressOf(0, text)}?${searchOf(first)}`,
      body: bodies[0],
      isAllowed: false,
    })),
    ...(body ? values : []).map((value) => ({
      url: `${addressOf(0)}?${searchOf(first)}`,
      body: value,
      isAllowed: false,
    })),
  ]
}

/**
 * Rules of queries that no schema says: they depend on other parameters or on the calendar, cursors are opaque, addresses
 * come in several notations.
 */
const beyondSchemas = new Set([
  ...['kernel.RANGE_ORDER', 'kernel.BEFORE_EPOCH', 'kernel.INSTANT', 'kernel.CURSOR'],
  ...['kernel.FORMAT', 'auth.NOT_AN_ACCOUNT', 'metrics.METRIC_NAMES', 'accounting.DATE', 'security.RANGE_TOO_LONG'],
])

/** Rules that a query violates although its schema allows it. */
function refusalsOf(response: Awaited<ReturnType<typeof send>>): string[] {
  const { details } = response.json().error
  if (!Array.isArray(details)) return []
  return details.flatMap(({ field, code }) => (beyondSchemas.has(code) ? [] : [`${field} ${code}`]))
}

const parts = [0, 1, 2, 3]

it.each(parts)('requests of all kinds get the statuses that are documented, and none fails, part %i', async (part) => {
  const found = new Set<string>()
  const before = sent
  for (const described of operations().filter((_, index) => index % parts.length === part)) {
    const { path, method, operation } = described
    if (left(method, path)) continue
    for (const { url, body, isAllowed } of requestsOf(described)) {
      const response = await send(method, url, body)
      const { statusCode: status } = response
      // The router, not the route, answers paths that are too long.
      if (operation.responses[status] === undefined && status !== 414) found.add(`${method} ${path}: ${status}`)
      if (status === 500) found.add(`${method} ${path}: ${url.slice(0, 200)} ${JSON.stringify(body)}: ${response.body}`)
      if (status === 400 && isAllowed && method === 'GET')
        for (const refusal of refusalsOf(response)) found.add(`${method} ${path}: ${refusal}`)
    }
  }
  expect((await send('GET', '/api/session')).statusCode).toBe(200)
  expect(sent - before).toBeGreaterThan(800)
  expect([...found]).toEqual([])
})

it('a method that a path does not have is 405 with the others in `Allow`', async () => {
  const found: string[] = []
  for (const [path, described] of Object.entries(document.paths)) {
    for (const method of methods) {
      if (described[method.toLowerCase()]) continue
      const response = await send(method, path.replaceAll(/\{\w+\}/g, 'x'))
      const allow = String(response.headers.allow).split(', ')
      const isRight = Object.keys(described).every((one) => allow.includes(one.toUpperCase()))
      if (response.statusCode !== 405 || !isRight) found.push(`${method} ${path}: ${response.statusCode} ${allow}`)
    }
  }
  expect(found).toEqual([])
})
