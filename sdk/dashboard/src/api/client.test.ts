import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { api, apiBytes, onSessionChange, recheckSession, withSearch } from './client.ts'

let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void
const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  answer(request, response, body)
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const json = (status: number, body: unknown, headers = {}) => {
  answer = (_, response) => response.writeHead(status, headers).end(JSON.stringify(body))
}
const failing = (path: string, options = {}) =>
  api('GET', origin + path, undefined, options).then(
    () => undefined,
    (error: unknown) => error,
  )

test('omits empty search params', () => {
  expect(withSearch('/a', { q: '', page: 2, on: false, none: undefined })).toBe('/a?page=2&on=false')
})

test('sends a form as such', async () => {
  let seen: unknown
  answer = (request, response, body) => {
    seen = [request.headers['content-type'], body]
    response.end('{"data":1}')
  }
  const form = new FormData()
  form.append('file', new Blob(['bytes']), 'logo.png')
  expect(await api('POST', `${origin}/x`, form)).toBe(1)
  expect(seen).toEqual([expect.stringContaining('multipart/form-data; boundary='), expect.stringContaining('logo.png')])
})

test('unwraps the envelope and sends JSON', async () => {
  let seen: unknown
  answer = (request, response, body) => {
    seen = [request.method, request.headers['content-type'], body]
    response.end('{"data":[1]}')
  }
  expect(await api('POST', `${origin}/x`, { a: 1 })).toEqual([1])
  expect(seen).toEqual(['POST', 'application/json', '{"a":1}'])
})

test('accepts a response without content', async () => {
  answer = (_, response) => response.writeHead(204).end()
  expect(await api('DELETE', `${origin}/x`)).toBeUndefined()
})

describe('errors', () => {
  test('carry status, code, details and retry-after', async () => {
    json(429, { error: { code: 'TOO_MANY_REQUESTS', message: 'm', details: { a: 1 } } }, { 'retry-after': '12' })
    expect(await failing('/x')).toMatchObject({
      status: 429,
      code: 'TOO_MANY_REQUESTS',
      details: { a: 1 },
      retryAfter: 12,
    })
  })
  test.each(['<html>proxy</html>', '{}', 'null', ''])('a response that is not from our API: %j', async (text) => {
    answer = (_, response) => response.writeHead(502).end(text)
    expect(await failing('/x')).toMatchObject({ status: 502, code: 'BAD_ANSWER' })
    answer = (_, response) => response.writeHead(200).end(text)
    expect(await failing('/x')).toBeInstanceOf(ApiError)
  })
  test('no response at all', async () => {
    answer = (request) => request.socket.destroy()
    expect(await failing('/x')).toMatchObject({ status: 0, code: 'NETWORK' })
  })
})

describe('bytes', () => {
  const failing = (path: string) => apiBytes(origin + path).catch((error: unknown) => error)
  test('are returned unparsed', async () => {
    answer = (_, response) => response.end('{"data":[1]}')
    expect(new TextDecoder().decode(await apiBytes(`${origin}/x`))).toBe('{"data":[1]}')
  })
  test('fail like JSON requests', async () => {
    json(422, { error: { code: 'VALIDATION_ERROR', message: 'm' } })
    expect(await failing('/x')).toMatchObject({ status: 422, code: 'VALIDATION_ERROR' })
    answer = (request) => request.socket.destroy()
    expect(await failing('/x')).toMatchObject({ status: 0, code: 'NETWORK' })
  })
  test('that are truncated fail', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{', () => response.destroy())
    }
    expect(await failing('/x')).toMatchObject({ status: 0, code: 'NETWORK' })
  })
})

describe('session changes', () => {
  test('a 401 ends the session unless the request is anonymous', async () => {
    const listener = vi.fn()
    const stop = onSessionChange(listener)
    json(401, { error: { code: 'UNAUTHORIZED', message: 'Unauthorized' } })
    await failing('/x', { anonymous: true })
    expect(listener).not.toHaveBeenCalled()
    await failing('/x')
    expect(listener).toHaveBeenCalledWith('session_lost')
    stop()
  })
  test('recheckSession notifies the listeners', () => {
    const listener = vi.fn()
    const stop = onSessionChange(listener)
    recheckSession()
    stop()
    recheckSession()
    expect(listener.mock.calls).toEqual([['in_doubt']])
  })
  test('a required password change is reported', async () => {
    const listener = vi.fn()
    const stop = onSessionChange(listener)
    json(403, { error: { code: 'MUST_CHANGE_PASSWORD', message: 'm' } })
    await failing('/x', { anonymous: true })
    expect(listener).not.toHaveBeenCalled()
    await failing('/x')
    expect(listener).toHaveBeenCalledWith('password_change_required')
    stop()
  })
})
