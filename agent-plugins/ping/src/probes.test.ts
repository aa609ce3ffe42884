import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  closedPort,
  openHttp,
  openHttps,
  openTcp,
  ownAddress,
  ownAddresses,
  type TestServer,
  toUrlHost,
} from '../test/servers.ts'
import { makeProgramPing } from './ping-program.ts'
import { makeProber } from './prober.ts'
import { makeResolver } from './resolve.ts'
import { makeSemaphore } from './semaphore.ts'
import { withTimeout } from './timeout.ts'

const testServers: TestServer[] = []
afterEach(async () => {
  for (const testServer of testServers.splice(0)) await testServer.close()
})
const closeAfterTest = async <T extends TestServer>(testServer: Promise<T>) => {
  testServers.push(await testServer)
  return testServer
}

const own = ownAddress()
const never = new AbortController().signal
const names: Record<string, string[]> = {
  'web.example': [own],
  'mixed.example': [own, '127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'six.example': ['::ffff:127.0.0.1'],
  'empty.example': [],
}
const addressesOf = async (name: string) => {
  const found = names[name]
  if (!found) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' })
  return found
}
const semaphore = makeSemaphore(4)
const prober = makeProber({
  ping: makeProgramPing({ command: 'ping' }),
  resolve: makeResolver({ addressesOf }),
  semaphore,
  userAgent: 'svc-agent/1',
})
const once = (type: 'icmp' | 'tcp' | 'http', target: string) => prober.once({ type, target }, never)

const success = { success: true, latency: expect.any(Number), error: null }
const failure = (error: unknown, latency: unknown = 0) => ({ success: false, latency, error })

describe('icmp', () => {
  it('measures the round-trip time over IPv4 and IPv6 and by name', async () => {
    for (const target of [...ownAddresses(), 'web.example']) expect(await once('icmp', target)).toEqual(success)
  })

  it('reports errors of routers', async () => {
    expect(await once('icmp', '198.18.0.9')).toEqual(failure(expect.stringMatching(/nreachable|no answer/)))
  })
})

describe('tcp', () => {
  it('measures the connect time over IPv4 and IPv6 and by name', async () => {
    for (const address of ownAddresses()) {
      const { port } = await closeAfterTest(openTcp(() => {}, address))
      expect(await once('tcp', `${toUrlHost(address)}:${port}`)).toEqual(success)
      const web = await closeAfterTest(openHttp((_, response) => void response.end(), address))
      expect(await once('http', `http://${toUrlHost(address)}:${web.port}/`)).toEqual(success)
    }
    const { port } = await closeAfterTest(openTcp())
    expect(await once('tcp', `web.example:${port}`)).toEqual(success)
  })

  it('reports a closed port', async () => {
    expect(await once('tcp', `${own}:${await closedPort()}`)).toEqual(failure('connection refused'))
  })
})

describe('http', () => {
  it.each([200, 204, 301, 304])('treats %i as success without following redirects', async (status) => {
    const asked: unknown[] = []
    const { port } = await closeAfterTest(
      openHttp(({ url, headers, method }, response) => {
        asked.push([method, url, headers.host, headers['user-agent']])
        response.writeHead(status, { location: '/elsewhere' }).end()
      }),
    )
    expect(await once('http', `web.example:${port}/path?q=1#part`)).toEqual(success)
    expect(asked).toEqual([['GET', '/path?q=1', `web.example:${port}`, 'svc-agent/1']])
  })

  it.each([400, 404, 503])('treats %i as failure and reports the time', async (status) => {
    const { port } = await closeAfterTest(openHttp((_, response) => void response.writeHead(status).end()))
    const outcome = await once('http', `http://${own}:${port}/`)
    expect(outcome).toEqual(failure(`HTTP ${status}`, expect.any(Number)))
    expect(outcome.latency).toBeGreaterThan(0)
  })

  it('accepts an untrusted certificate', async () => {
    const { port } = await closeAfterTest(openHttps((_, response) => void response.end('fine')))
    expect(await once('http', `https://${own}:${port}/`)).toEqual(success)
    expect(await once('http', `https://web.example:${port}/`)).toEqual(success)
  })

  it('closes the connection after the headers', async () => {
    let isOver = false
    const { port } = await closeAfterTest(
      openHttp((request, response) => {
        request.socket.on('close', () => {
          isOver = true
        })
        response.writeHead(200)
        const more = setInterval(() => response.write('x'.repeat(65_536)), 1)
        response.on('close', () => clearInterval(more))
      }),
    )
    expect(await once('http', `http://${own}:${port}/`)).toEqual(success)
    await vi.waitFor(() => expect(isOver).toBe(true))
  })

  it.each([
    ['nothing', '', /closed|reset/],
    ['another language', 'SSH-2.0-OpenSSH_9.2\r\n', /invalid HTTP response/],
    ['endless headers', `HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(30)}`, /response headers too large/],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', /HTTP 101/],
  ])('fails if the response is %s', async (_, answer, words) => {
    const { port } = await closeAfterTest(openTcp((socket) => socket.end(answer)))
    expect(await once('http', `http://${own}:${port}/`)).toEqual(
      failure(expect.stringMatching(words), expect.anything()),
    )
  })

  it('skips interim responses', async () => {
    const early = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'
    const { port } = await closeAfterTest(
      openTcp((socket) => socket.end(`${early}HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n`)),
    )
    expect(await once('http', `http://${own}:${port}/`)).toMatchObject({ error: 'HTTP 503' })
  })

  it('reports a failed TLS handshake', async () => {
    const { port } = await closeAfterTest(openHttp((_, response) => void response.end()))
    const { success: isFine, error } = await once('http', `https://${own}:${port}/`)
    expect([isFine, error?.includes('\n'), (error ?? '').length > 5]).toEqual([false, false, true])
  })
})

describe('every type', () => {
  const types = ['icmp', 'tcp', 'http'] as const
  it.each([
    ['127.0.0.1', 'the target must not be a loopback, link-local or cloud metadata address'],
    ['localhost', 'the target must not be localhost'],
    ['mixed.example', 'mixed.example resolves to 127.0.0.1, which must not be probed'],
    ['metadata.example', 'metadata.example resolves to 169.254.169.254, which must not be probed'],
    ['six.example', 'six.example resolves to ::ffff:127.0.0.1, which must not be probed'],
    ['empty.example', 'empty.example has no address'],
    ['nowhere.example', 'name not found'],
    ['-f', 'the target must contain a host name or an IP address'],
  ])('rejects %s', async (target, error) => {
    for (const type of types) expect(await once(type, target)).toEqual(failure(error))
  })

  it('connects to the validated address, even if the name then resolves differently (DNS rebinding)', async () => {
    const { port } = await closeAfterTest(openTcp())
    let asked = 0
    const rebinding = makeResolver({ addressesOf: async () => [asked++ === 0 ? own : '127.0.0.1'] })
    const other = makeProber({
      ping: makeProgramPing({ command: 'ping' }),
      resolve: rebinding,
      semaphore,
      userAgent: '',
    })
    expect(await other.once({ type: 'tcp', target: `rebind.example:${port}` }, never)).toEqual(success)
    expect(asked).toBe(1)
  })

  it('reports a DNS timeout', async () => {
    const silent = makeResolver({ addressesOf: () => new Promise(() => {}) })
    const other = makeProber({ ping: makeProgramPing({ command: 'ping' }), resolve: silent, semaphore, userAgent: '' })
    const looking = withTimeout(20, never, (limited) =>
      other.resolveTarget({ type: 'icmp', target: 'slow.example' }, limited),
    )
    await expect(looking).rejects.toThrow('the name servers did not respond')
  })

  it('stops on abort and releases its permit', async () => {
    const { port } = await closeAfterTest(openHttp(() => {}))
    for (const target of [`http://${own}:${port}/`, 'http://198.18.0.9/']) {
      const over = new AbortController()
      const ended = prober.once({ type: 'http', target }, over.signal)
      setImmediate(() => over.abort(new Error('not wanted')))
      await expect(ended).rejects.toThrow('not wanted')
    }
    const leave = await Promise.all([1, 2, 3, 4].map(() => semaphore.acquire(never)))
    for (const out of leave) out()
  })

  it('times out', async () => {
    const { port } = await closeAfterTest(openHttp(() => {}))
    const outcome = await prober.probeOnce(
      'http',
      (await prober.resolveTarget({ type: 'http', target: `http://${own}:${port}` }, never)).target,
      own,
      50,
      never,
    )
    expect(outcome).toEqual(failure('timed out after 0.1 s'))
  })
})
