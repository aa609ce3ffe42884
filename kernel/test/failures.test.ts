import { connect } from 'node:net'
import { Type } from '@sinclair/typebox'
import { ApiError, conflict, definePlugin, invalid, Nullable } from '@svc/plugin-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestKernel, type TestKernel } from '../src/testing.ts'

const access = 'public'
const Body = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 5 }),
  count: Type.Optional(Type.Integer({ minimum: 1 })),
  tags: Type.Optional(Type.Array(Type.String())),
  note: Type.Optional(Nullable(Type.String({ maxLength: 3 }))),
  mode: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')])),
})

const probe = definePlugin({
  id: 'probe',
  setup: () => ({
    routes: async (app) => {
      app.post('/api/things', { config: { access }, schema: { body: Body } }, (request) => ({ data: request.body }))
      app.get(
        '/api/things',
        {
          config: { access },
          schema: { querystring: Type.Object({ limit: Type.Integer({ default: 5, maximum: 10 }) }) },
        },
        (request) => ({ data: request.query.limit }),
      )
      app.get(
        '/api/things/:id',
        { config: { access }, schema: { params: Type.Object({ id: Type.Integer() }) } },
        (request) => ({ data: request.params.id }),
      )
      app.post('/api/items/cleanup', { config: { access } }, () => ({ data: 'ok' }))
      app.delete('/api/items/:id', { config: { access } }, () => ({ data: 'ok' }))
      app.get('/api/api-error', { config: { access } }, () => {
        throw new ApiError(409, 'kernel.INVALID', undefined, {
          code: 'THING_TAKEN',
          details: { by: 'ann' },
          headers: { 'x-extra': '1' },
        })
      })
      app.get('/api/foreign-error', { config: { access } }, () => {
        // As thrown by another copy of the SDK.
        throw Object.assign(new Error('Conflict: twice'), {
          name: 'ApiError',
          status: 409,
          code: 'CONFLICT',
          headers: {},
        })
      })
      app.get('/api/conflict', { config: { access } }, () => Promise.reject(conflict('kernel.INVALID')))
      app.get('/api/invalid', { config: { access } }, () => Promise.reject(invalid('name', 'kernel.INVALID')))
      app.get('/api/crash', { config: { access } }, () => {
        throw new Error('secret internals')
      })
      app.get(
        '/api/unserializable',
        { config: { access }, schema: { response: { 200: Type.Object({ n: Type.Integer() }) } } },
        () => ({}) as never,
      )
      app.post('/api/own', { config: { access: 'member' } }, () => ({ data: 'ok' }))
      app.post('/api/agent/own', { config: { access: 'agent' } }, () => ({ data: 'ok' }))
      app.post('/api/small', { config: { access }, bodyLimit: 10 }, () => ({ data: 'ok' }))
    },
  }),
})

let kernel: TestKernel
beforeAll(async () => {
  kernel = await createTestKernel({ plugins: [probe] })
})
afterAll(() => kernel.close())

const post = (payload: unknown, url = '/api/things') =>
  kernel.inject({ method: 'POST', url, payload: payload as object })
const fail = async (answer: ReturnType<typeof post>) => {
  const { statusCode, headers, body } = await answer
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['x-content-type-options']).toBe('nosniff')
  return { status: statusCode, ...JSON.parse(body).error, headers }
}

const json = { 'content-type': 'application/json' }

describe('every error response has the envelope', () => {
  it.each<[string, Parameters<TestKernel['inject']>[0], object]>([
    [
      'unknown path',
      '/api/nothing',
      { status: 404, code: 'NOT_FOUND', message: 'Not found: there is nothing at this address' },
    ],
    ['unknown path outside of the API', { url: '/nothing.js' }, { status: 404, code: 'NOT_FOUND' }],
    ['wrong method', { method: 'DELETE', url: '/api/things?x=1' }, { status: 405, code: 'METHOD_NOT_ALLOWED' }],
    [
      'malformed JSON',
      { method: 'POST', url: '/api/things', headers: json, payload: '{"name":' },
      { status: 400, code: 'BAD_REQUEST', message: 'Bad request: the body is not valid JSON' },
    ],
    [
      'deep nesting',
      { method: 'POST', url: '/api/things', headers: json, payload: '['.repeat(65) },
      { status: 400, code: 'BAD_REQUEST', message: 'Bad request: the body nests more than 64 arrays and objects' },
    ],
    [
      'brackets in a text',
      {
        method: 'POST',
        url: '/api/things',
        headers: json,
        payload: JSON.stringify({ other: `"\\\\${'['.repeat(65)}` }),
      },
      { status: 422, code: 'VALIDATION_ERROR' },
    ],
    [
      'half of a surrogate pair',
      { method: 'POST', url: '/api/things', headers: json, payload: '{"name":["\\ud83d"]}' },
      { status: 400, code: 'BAD_REQUEST', message: 'Bad request: the body contains half of a Unicode surrogate pair' },
    ],
    [
      'half of a surrogate pair in a name',
      { method: 'POST', url: '/api/things', headers: json, payload: '{"\\udc00":1}' },
      { status: 400, code: 'BAD_REQUEST' },
    ],
    [
      'prototype pollution',
      {
        method: 'POST',
        url: '/api/things',
        headers: json,
        payload: '{"__proto__":{"a":1}}',
      },
      { status: 400, code: 'BAD_REQUEST' },
    ],
    [
      'wrong content type',
      { method: 'POST', url: '/api/things', headers: { 'content-type': 'text/plain' }, payload: 'x' },
      { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
    ],
    [
      'no content type',
      { method: 'POST', url: '/api/things', headers: { 'content-type': '' }, payload: 'x' },
      { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
    ],
    [
      'too large',
      { method: 'POST', url: '/api/things', payload: { name: 'x'.repeat(16 * 1024) } },
      { status: 413, code: 'PAYLOAD_TOO_LARGE' },
    ],
    [
      'too large, where there is nothing',
      { method: 'POST', url: '/api/nothing', payload: { name: 'x'.repeat(16 * 1024) } },
      { status: 413, code: 'PAYLOAD_TOO_LARGE' },
    ],
    [
      'too large for the route',
      { method: 'POST', url: '/api/small', payload: { name: 'x' } },
      { status: 413, code: 'PAYLOAD_TOO_LARGE' },
    ],
    [
      'invalid query',
      '/api/things?limit=many',
      { status: 400, code: 'BAD_REQUEST', details: [{ field: 'limit', rule: 'must be an integer' }] },
    ],
    [
      'query out of range',
      '/api/things?limit=11',
      { status: 400, details: [{ field: 'limit', rule: 'must be at most 10' }] },
    ],
    [
      'invalid path parameter',
      '/api/things/x',
      { status: 400, code: 'BAD_REQUEST', details: [{ field: 'id', rule: 'must be an integer' }] },
    ],
    ['invalid percent-encoding', '/api/things/%zz', { status: 400, code: 'BAD_REQUEST' }],
    [
      'ApiError',
      '/api/api-error',
      { status: 409, code: 'THING_TAKEN', message: 'is not valid', details: { code: 'kernel.INVALID', by: 'ann' } },
    ],
    [
      'ApiError of another copy of the SDK',
      '/api/foreign-error',
      { status: 409, code: 'CONFLICT', message: 'Conflict: twice' },
    ],
    ['conflict()', '/api/conflict', { status: 409, code: 'CONFLICT', message: 'Conflict: is not valid' }],
    [
      'field rule',
      '/api/invalid',
      {
        status: 422,
        code: 'VALIDATION_ERROR',
        details: [{ field: 'name', rule: 'is not valid', code: 'kernel.INVALID' }],
      },
    ],
    ['unexpected exception', '/api/crash', { status: 500, code: 'INTERNAL_ERROR' }],
    ['response that violates its schema', '/api/unserializable', { status: 500, code: 'INTERNAL_ERROR' }],
  ])('%s', async (_, request, expected) => {
    expect(await fail(kernel.inject(request))).toMatchObject(expected)
  })

  it.each(['Infinity', '-Infinity', '1e999'])('a query value of %s is always out of range', async (limit) => {
    const { status, details } = await fail(kernel.inject(`/api/things?limit=${limit}`))
    expect([status, details]).toMatchObject([400, [{ field: 'limit', rule: expect.stringMatching(/^must be/) }]])
  })

  it.each<[object | null, { field: string; rule: string }]>([
    [{}, { field: 'name', rule: 'is required' }],
    [{ name: '' }, { field: 'name', rule: 'must not be empty' }],
    [{ name: 'longer' }, { field: 'name', rule: 'must have at most 5 characters' }],
    [{ name: 5 }, { field: 'name', rule: 'must be a string' }],
    [
      { name: 'x', count: '5' },
      { field: 'count', rule: 'must be an integer' },
    ],
    [
      { name: 'x', count: 0 },
      { field: 'count', rule: 'must be at least 1' },
    ],
    [
      { name: 'x', tags: ['a', 5] },
      { field: 'tags.1', rule: 'must be a string' },
    ],
    [
      { name: 'x', note: 5 },
      { field: 'note', rule: 'must be one of these types: string, null' },
    ],
    [
      { name: 'x', note: 'long' },
      { field: 'note', rule: 'must have at most 3 characters' },
    ],
    [
      { name: 'x', mode: 'c' },
      { field: 'mode', rule: 'must be one of a, b' },
    ],
    [null, { field: 'body', rule: 'must be an object' }],
    [[], { field: 'body', rule: 'must be an object' }],
  ])('body %j', async (body, detail) => {
    const answer = await fail(
      kernel.inject({
        method: 'POST',
        url: '/api/things',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      }),
    )
    expect(answer).toMatchObject({ status: 422, code: 'VALIDATION_ERROR', details: [detail] })
  })

  it('answers 405 where the parameter of another route would match the path', async () => {
    const response = await fail(kernel.inject({ method: 'DELETE', url: '/api/items/cleanup' }))
    expect(response).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED', headers: { allow: 'POST' } })
    expect((await kernel.inject({ method: 'DELETE', url: '/api/items/7' })).statusCode).toBe(200)
  })

  it('lists the allowed methods of a path', async () => {
    expect((await fail(kernel.inject({ method: 'PUT', url: '/api/things' }))).headers.allow).toBe('GET, HEAD, POST')
  })

  it('sends the headers of an error', async () => {
    expect((await kernel.inject('/api/api-error')).headers['x-extra']).toBe('1')
  })

  it('logs an exception without showing it to the client', async () => {
    expect((await kernel.inject('/api/crash')).body).not.toContain('secret internals')
    expect(JSON.stringify(kernel.logs)).toContain('secret internals')
  })

  it('allows large bodies only to signed-in users', async () => {
    const status = async (caller: Pick<TestKernel, 'inject'>, url: string, size: number) =>
      (await caller.inject({ method: 'POST', url, payload: { x: 'x'.repeat(size) } })).statusCode
    const [small, large, huge] = [15 * 1024, 17 * 1024, 2 * 1024 * 1024]
    const [member, agent] = [kernel.as('member'), kernel.asAgent('s1')]
    expect([await status(member, '/api/own', large), await status(member, '/api/own', huge)]).toEqual([200, 413])
    const agents = [await status(agent, '/api/agent/own', small), await status(agent, '/api/agent/own', large)]
    expect(agents).toEqual([200, 413])
  })

  it('answers requests that are not HTTP, and oversized headers', async () => {
    const { port } = new URL(await kernel.listen())
    const talk = (text: string) =>
      new Promise<string>((resolve) => {
        let got = ''
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(text))
        socket.on('data', (chunk) => {
          got += chunk
        })
        socket.on('close', () => resolve(got))
        socket.on('error', () => resolve(got))
      })
    const broken = await talk('NONSENSE\r\n\r\n')
    expect(broken).toMatch(/^HTTP\/1\.1 400 /)
    expect(broken).toContain('{"error":{"code":"BAD_REQUEST"')
    expect(await talk(`GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)).toContain('"HEADERS_TOO_LARGE"')
  })
})

describe('valid requests', () => {
  it('accepts and keeps unknown fields', async () => {
    const answer = await post({ name: 'x', extra: true })
    expect([answer.statusCode, answer.json()]).toEqual([200, { data: { name: 'x', extra: true } }])
  })
  it('coerces query and path parameters and applies defaults', async () => {
    expect((await kernel.inject('/api/things?limit=7')).json()).toEqual({ data: 7 })
    expect((await kernel.inject('/api/things')).json()).toEqual({ data: 5 })
    expect((await kernel.inject('/api/things/12')).json()).toEqual({ data: 12 })
  })
  it('forbids caching and framing', async () => {
    const { headers } = await kernel.inject('/api/things')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' })
    expect(headers).not.toHaveProperty('strict-transport-security')
  })
  it('answers the health check', async () => {
    expect((await kernel.inject('/healthz')).body).toBe('ok')
  })
})
