import { setTimeout as pause } from 'node:timers/promises'
import { RequestError } from '@svc/agent-sdk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answers, type FakeDaemon, startFakeDaemon } from '../test/fake-daemon.ts'
import { DaemonError, makeDaemon, toRequestError, UnreachableError } from './daemon.ts'

let fake: FakeDaemon
afterEach(async () => {
  vi.useRealTimers()
  await fake.close()
})
const { signal } = new AbortController()

async function start(answers: Answers) {
  fake = await startFakeDaemon(answers)
  return makeDaemon(fake.socket)
}

describe('a call', () => {
  it('resolves to the JSON answer; paths and queries are sent as given', async () => {
    const daemon = await start({ '*': { ok: true } })
    expect(await daemon.call({ path: '/a/b', signal })).toEqual({ ok: true })
    expect(
      await daemon.call({
        method: 'POST',
        path: `/containers/${encodeURIComponent('../x?y')}/start`,
        query: { t: 0 },
        signal,
      }),
    ).toEqual({ ok: true })
    expect(fake.requests).toEqual(['GET /a/b?', 'POST /containers/..%2Fx%3Fy/start?t=0'])
  })

  it('ignores where the environment points to', async () => {
    const daemon = await start({ '*': { ok: true } })
    process.env.DOCKER_HOST = 'tcp://127.0.0.1:1'
    try {
      expect(await daemon.call({ path: '/', signal })).toEqual({ ok: true })
    } finally {
      delete process.env.DOCKER_HOST
    }
  })

  it('rejects with the message of the daemon', async () => {
    const daemon = await start({
      '/refused': (_, response) => response.writeHead(409).end('{"message":"it is\\nrunning"}'),
      '/broken': (_, response) => response.writeHead(502).end('<html>Bad gateway</html>'),
      '/unchanged': (_, response) => response.writeHead(304).end(),
    })
    const error = (path: string) => daemon.call({ path, signal }).catch((caught: unknown) => caught)
    expect(await error('/refused')).toEqual(new DaemonError(409, 'it is?running'))
    expect(await error('/broken')).toEqual(new DaemonError(502, 'the daemon answered with status 502'))
    expect(await error('/none')).toMatchObject({ status: 404, message: 'page not found' })
    expect(await error('/unchanged')).toBeUndefined()
  })

  it('ends after its timeout, before and within the answer', async () => {
    const daemon = await start({
      '/silent': () => {},
      '/stalls': (_, response) => response.writeHead(200).write('{"a":'),
    })
    for (const path of ['/silent', '/stalls']) {
      const call = daemon.call({ path, signal, timeoutMs: 50 })
      await expect(call).rejects.toEqual(new UnreachableError('the daemon did not answer within 0.05 s'))
    }
  })

  it('ends with its signal', async () => {
    const daemon = await start({ '/silent': () => {} })
    const controller = new AbortController()
    const call = daemon.call({ path: '/silent', signal: controller.signal })
    await pause(20)
    controller.abort(new Error('cancelled'))
    await expect(call).rejects.toThrow('cancelled')
  })

  it('reads no more than its limit, of errors as well', async () => {
    const endless = (status: number) => (_: unknown, response: import('node:http').ServerResponse) => {
      response.writeHead(status)
      const write = () => {
        while (!response.destroyed && response.write('[1234567890]'.repeat(10_000)));
      }
      response.on('drain', write)
      write()
    }
    const daemon = await start({ '/large': endless(200), '/error': endless(500) })
    await expect(daemon.call({ path: '/large', signal })).rejects.toThrow('larger than 8388608 bytes')
    await expect(daemon.call({ path: '/error', signal })).rejects.toThrow('larger than 16384 bytes')
  })

  it('rejects if the answer is not JSON, or the connection breaks', async () => {
    const daemon = await start({
      '/html': '<html></html>',
      '/breaks': (_, response) => {
        response.writeHead(200).write('{"a":')
        response.socket?.destroy()
      },
    })
    await expect(daemon.call({ path: '/html', signal })).rejects.toThrow('no Docker daemon: its answer is not JSON')
    await expect(daemon.call({ path: '/breaks', signal })).rejects.toThrow('the connection to the daemon failed')
    expect(await daemon.call({ path: '/version', signal })).toMatchObject({ ApiVersion: '1.41' })
  })
})

it('a stream goes on after its timeout, until its signal aborts', async () => {
  let goOn = () => {}
  const daemon = await start({
    '/stream': (_, response) => {
      response.write('one')
      goOn = () => void response.write('two')
    },
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const controller = new AbortController()
  const stream = await daemon.open({ path: '/stream', signal: controller.signal, timeoutMs: 1000 })
  const read: string[] = []
  const reading = (async () => {
    for await (const chunk of stream) {
      read.push(String(chunk))
      if (read.length === 2) controller.abort()
      vi.advanceTimersByTime(2000)
      goOn()
    }
  })()
  await expect(reading).rejects.toThrow()
  expect(read).toEqual(['one', 'two'])
})

it('errors become those of a request', async () => {
  fake = await startFakeDaemon({})
  const codeOf = (error: unknown) => (toRequestError(error) as RequestError).code
  expect([400, 404, 409, 500].map((status) => codeOf(new DaemonError(status, 'no')))).toEqual([
    'invalid',
    'not_found',
    'conflict',
    'failed',
  ])
  expect(codeOf(new UnreachableError('no'))).toBe('unavailable')
  const other = new TypeError('no')
  expect(toRequestError(other)).toBe(other)
  expect(toRequestError(new DaemonError(404, 'no'))).toBeInstanceOf(RequestError)
})
