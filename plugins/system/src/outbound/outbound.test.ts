import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer } from 'node:net'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { sentenceOf } from '@svc/kernel/testing'
import { text } from '@svc/plugin-sdk'
import { afterEach, describe, expect, it } from 'vitest'
import { type LocalServer, startLocalServer } from '../../test/local-server.ts'
import { makeManualTimers } from '../../test/manual-timers.ts'
import { OutboundError, type OutboundOptions } from '../contract.ts'
import { makeOutbound } from './outbound.ts'

const servers: LocalServer[] = []
const serve = async (response: RequestListener) => {
  const server = await startLocalServer(response)
  servers.push(server)
  return server
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const { clock, fireAll, timers } = makeManualTimers()

const names = new Map<string, string[][]>()
/** Successive DNS responses of a name; the last one repeats. */
const resolve = async (name: string) => {
  const responses = names.get(name) ?? []
  const addresses = (responses.length > 1 ? responses.shift() : responses[0]) ?? []
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}
const outbound = makeOutbound({ clock, resolve })
const open = outbound.withPrivate(['127.0.0.0/8'])
names.set('public.example', [['93.184.215.14']])
names.set('local.example', [['127.0.0.1']])

const failure = async (work: Promise<unknown>): Promise<OutboundError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(OutboundError)
  return error as OutboundError
}
const kindOf = async (work: Promise<unknown>) => (await failure(work)).kind

const compressions: [string, (body: Buffer) => Buffer][] = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  // the default quality takes ten seconds for a bomb
  ['br', (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
]

describe('request destinations', () => {
  const ipv4 = ['127.0.0.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '127.1', '127.0.0.1.', '0', '０x7f.1']
  const ipv6 = ['[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::127.0.0.1]']
  const inside = ['10.0.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', '[fe80::1]', '[fc00::1]']
  it.each([...ipv4, ...ipv6, ...inside])('reject the address %s', async (host) => {
    const server = await serve((_, res) => res.end())
    expect(await kindOf(outbound.request(`http://${host}:${server.port}/`))).toBe('refused')
    expect(server.requests).toEqual([])
  })

  it.each([
    'local.example',
    'LOCAL.example',
    'local.example.',
    'xn--bcher-kva.example',
    'bücher.example',
    'both.example',
  ])('reject %s, which resolves to an internal address', async (name) => {
    names.set('local.example.', [['127.0.0.1']])
    names.set('xn--bcher-kva.example', [['::1']])
    names.set('both.example', [['93.184.215.14', '127.0.0.1']])
    const server = await serve((_, res) => res.end())
    const error = await failure(outbound.request(`http://${name}:${server.port}/`))
    expect([error.kind, server.requests]).toEqual(['refused', []])
    expect(sentenceOf(error.text)).toMatch(/resolves to a non-public address$/)
  })

  it('reject localhost as resolved by the system', async () => {
    const server = await serve((_, res) => res.end())
    const real = makeOutbound({ clock })
    expect(await kindOf(real.request(`http://localhost:${server.port}/`))).toBe('refused')
    expect(server.requests).toEqual([])
  })

  it.each(['ftp://public.example', 'file:///etc/passwd', 'javascript:1', 'data:,x', 'ws://public.example', 'x', ''])(
    'is not %j',
    async (url) => expect(await kindOf(outbound.request(url))).toBe('refused'),
  )

  it.each(['http://user@public.example', 'http://user:secret@public.example', 'https://:secret@public.example'])(
    'is not %s, with credentials that the message does not repeat',
    async (url) => {
      const error = await failure(outbound.request(url))
      expect(error.kind).toBe('refused')
      expect(error.message).not.toMatch(/secret|user@/)
    },
  )
})

describe('DNS rebinding', () => {
  it('uses the checked address, and is rejected once it resolves to an internal one', async () => {
    const server = await serve((_, res) => res.end('outside'))
    names.set('rebind.example', [['127.0.0.1'], ['10.0.0.1']])
    const url = `http://rebind.example:${server.port}/`
    expect((await open.request(url)).body.toString()).toBe('outside')
    expect(await kindOf(open.request(url))).toBe('refused')
    expect(server.requests).toEqual(['/'])
  })

  it('does not reach a host through a connection that was opened while it was trusted', async () => {
    const server = await serve((_, res) => res.end('ok'))
    const url = `http://local.example:${server.port}/`
    const trustedHost = `local.example:${server.port}`
    expect((await outbound.request(url, { trustedHost })).status).toBe(200)
    expect(await kindOf(outbound.request(url))).toBe('refused')
  })
})

describe('a trusted host', () => {
  it.each(['local.example', '127.0.0.1'])('can be %s', async (host) => {
    const server = await serve((_, res) => res.end('ok'))
    const response = await outbound.request(`http://${host}:${server.port}/a`, {
      trustedHost: `${host}:${server.port}`,
    })
    expect([response.status, response.body.toString(), server.requests]).toEqual([200, 'ok', ['/a']])
  })

  it('is trusted with its port only', async () => {
    const server = await serve((_, res) => res.end())
    const others = [
      'local.example',
      'local.example:1',
      `LOCAL.example:${server.port}`,
      `.local.example:${server.port}`,
      '',
    ]
    for (const trustedHost of others) {
      expect(await kindOf(outbound.request(`http://local.example:${server.port}/`, { trustedHost }))).toBe('refused')
    }
    expect(server.requests).toEqual([])
  })

  it.each(['169.254.169.254', '[fe80::1]', '0.0.0.0', '[::]', '224.0.0.1', '255.255.255.255'])(
    'is never %s',
    async (host) => expect(await kindOf(outbound.request(`http://${host}/`, { trustedHost: host }))).toBe('refused'),
  )

  it('does not allow cloud metadata addresses', async () => {
    names.set('meta.example', [['169.254.169.254']])
    const work = outbound.request('http://meta.example/', { trustedHost: 'meta.example' })
    expect(await kindOf(work)).toBe('refused')
  })
})

describe('a request', () => {
  const ask = async (response: RequestListener, options: OutboundOptions = {}, path = '/') => {
    const server = await serve(response)
    return open.request(`http://local.example:${server.port}${path}`, options)
  }

  it('sends method, headers and body and returns the response', async () => {
    const seen: Partial<IncomingMessage>[] = []
    const response = await ask(
      async (req, res) => {
        seen.push({ method: req.method, url: req.url, headers: req.headers })
        const chunks: Buffer[] = []
        for await (const chunk of req) chunks.push(chunk)
        res.writeHead(418, { 'x-a': 'b' }).end(Buffer.concat(chunks))
      },
      { method: 'POST', headers: { 'X-B': 'c', 'Accept-Encoding': 'gzip' }, body: 'text' },
      '/p?q=1',
    )
    expect(seen).toMatchObject([
      { method: 'POST', url: '/p?q=1', headers: { 'x-b': 'c', 'accept-encoding': 'identity' } },
    ])
    expect([response.status, response.headers['x-a'], response.body.toString()]).toEqual([418, 'b', 'text'])
  })

  it('reports the progress of the body', async () => {
    const progress: (number | undefined)[][] = []
    const onProgress = (...figures: (number | undefined)[]) => void progress.push(figures)
    await ask((_, res) => res.writeHead(200, { 'content-length': 5 }).end('12345'), { onProgress })
    await ask(
      (_, res) => {
        res.write('123')
        res.end()
      },
      { onProgress },
    )
    expect(progress).toEqual([
      [5, 5],
      [3, undefined],
    ])
  })

  it.each([301, 302, 303, 307, 308])('does not follow %i', async (status) => {
    const inside = await serve((_, res) => res.end('secret'))
    const response = await ask((_, res) =>
      res.writeHead(status, { location: `http://127.0.0.1:${inside.port}/` }).end(),
    )
    expect(response.status).toBe(status)
    expect(inside.requests).toEqual([])
  })

  it('times out even if the response keeps trickling', async () => {
    let drops = 0
    const work = ask((_, res) => {
      const drip = setInterval(() => {
        res.write('x')
        drops += 1
        if (drops === 5) fireAll()
      }, 5)
      res.on('close', () => clearInterval(drip))
    })
    expect(await kindOf(work)).toBe('timeout')
    expect([drops >= 5, timers.size]).toEqual([true, 0])
  })

  it('times out during name resolution', async () => {
    const slow = makeOutbound({ clock, resolve: () => new Promise(() => {}) })
    const work = failure(slow.request('http://public.example/', { timeoutMs: 250 }))
    fireAll()
    expect(await work).toMatchObject({
      kind: 'timeout',
      text: text('system.OUTBOUND_TIMEOUT', { subject: 'http://public.example' }),
    })
  })

  it('can be aborted, before and while it runs', async () => {
    const stop = new AbortController()
    const work = failure(ask(() => stop.abort(), { signal: stop.signal }))
    expect(await work).toMatchObject({ kind: 'failed', text: { code: 'system.OUTBOUND_ABORTED' } })
    const server = await serve((_, res) => res.end())
    const url = `http://local.example:${server.port}/`
    expect(await kindOf(open.request(url, { signal: AbortSignal.abort() }))).toBe('failed')
    expect(server.requests).toEqual([])
  })

  it('accepts a body of maxBytes and none longer, with and without Content-Length', async () => {
    const maxBytes = 1000
    const withLength = (length: number) => ask((_, res) => res.end('x'.repeat(length)), { maxBytes })
    const chunked = (length: number) =>
      ask(
        (_, res) => {
          res.write('x'.repeat(length))
          res.end()
        },
        { maxBytes },
      )
    for (const send of [withLength, chunked]) {
      expect((await send(maxBytes)).body).toHaveLength(maxBytes)
      expect(await kindOf(send(maxBytes + 1))).toBe('too_large')
    }
    const endless: RequestListener = (_, res) => {
      const more = () => {
        while (!res.destroyed && res.write('x'.repeat(65_536)));
      }
      res.on('drain', more)
      more()
    }
    expect(await kindOf(ask(endless))).toBe('too_large')
  })

  it('fails when the body is shorter than its Content-Length', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    expect(await kindOf(open.request(`http://local.example:${port}/`))).toBe('failed')
    server.close()
  })

  it.each(compressions)('decompresses unrequested %s, but no bomb', async (encoding, pack) => {
    const send = (length: number) =>
      ask((_, res) => res.writeHead(200, { 'content-encoding': encoding }).end(pack(Buffer.alloc(length))), {
        maxBytes: 100_000,
      })
    const response = await send(100_000)
    expect([response.body.length, response.headers['content-encoding']]).toEqual([100_000, undefined])
    expect(await kindOf(send(100_000_000))).toBe('too_large')
  })

  it('keeps the beginning of a longer body, endless or compressed', async () => {
    const cut = { maxBytes: 100_000, cut: true }
    const response = await ask(
      (_, res) => res.writeHead(200, { 'content-length': 200_000 }).end('x'.repeat(200_000)),
      cut,
    )
    expect([response.body.length, response.headers['content-length']]).toEqual([100_000, undefined])
    const endless: RequestListener = (_, res) => {
      const more = () => {
        while (!res.destroyed && res.write('x'.repeat(65_536)));
      }
      res.on('drain', more)
      more()
    }
    expect((await ask(endless, cut)).body).toHaveLength(100_000)
    const whole = await ask((_, res) => res.writeHead(200, { 'content-length': 5 }).end('12345'), cut)
    expect([whole.body.toString(), whole.headers['content-length']]).toEqual(['12345', '5'])
  })

  it.each(compressions)('keeps the beginning of %s, also of a bomb or a truncated body', async (encoding, pack) => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * n * 31) % 251))
    const noise = randomBytes(300_000)
    const send = (body: Buffer) =>
      ask((_, res) => res.writeHead(200, { 'content-encoding': encoding }).end(pack(body)), {
        maxBytes: 100_000,
        cut: true,
      })
    expect((await send(Buffer.alloc(100_000_000))).body).toHaveLength(100_000)
    expect((await send(bytes)).body.equals(bytes.subarray(0, 100_000))).toBe(true)
    const { body } = await send(noise)
    expect(body.length).toBeGreaterThan(90_000)
    expect(body.equals(noise.subarray(0, body.length))).toBe(true)
    expect((await send(Buffer.from('short'))).body.toString()).toBe('short')
  })

  it('fails on a body that is not compressed as declared', async () => {
    expect(await kindOf(ask((_, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end('plain')))).toBe(
      'failed',
    )
  })

  it('keeps connections to one origin open, which is checked like any other', async () => {
    const paths: string[] = []
    const server = await serve(({ url = '' }, res) => {
      paths.push(url)
      res.end(url)
    })
    const origin = `http://local.example:${server.port}`
    const origins = open.keep(origin)
    expect((await origins.request('/a?b=c')).body.toString()).toBe('/a?b=c')
    expect((await origins.request('//other.example/x', { method: 'POST', body: 'text' })).status).toBe(200)
    expect(paths).toEqual(['/a?b=c', '//other.example/x'])
    for (let i = 0; i < 20; i++) await origins.request('/a')
    expect(server.connections()).toBeLessThanOrEqual(8)
    expect(await kindOf(origins.request('/a', { maxBytes: 1 }))).toBe('too_large')
    await origins.close()
    expect(await kindOf(origins.request('/a'))).toBe('failed')
    expect(await kindOf(outbound.keep(origin).request('/a'))).toBe('refused')
    const trusted = outbound.keep(origin, { trustedHost: `local.example:${server.port}` })
    expect((await trusted.request('/a')).status).toBe(200)
    await trusted.close()
    expect(() => outbound.keep('http://127.0.0.1')).toThrow(OutboundError)
  })

  it('reveals no secrets in errors', async () => {
    const server = await serve((_, res) => res.destroy())
    const secret = { headers: { authorization: 'Bearer topsecret' }, body: 'topsecret' }
    const base = `http://local.example:${server.port}`
    const works = [
      open.request(`${base}/topsecret?key=topsecret`, secret),
      open.request(`${base}/?key=topsecret`, { ...secret, method: 'BAD METHOD topsecret' }),
      open.request(`${base}/?key=topsecret`, { headers: { 'x-a': 'topsecret\r\nx-b: c' } }),
      open.request(`http://127.0.0.1@topsecret.example/?topsecret`),
      open.request(`http://nowhere.example/topsecret?topsecret`),
      open.request('http://local.example:1/topsecret'),
    ]
    for (const error of await Promise.all(works.map(failure))) {
      expect(`${error.message}${JSON.stringify(error)}${error.cause}`).not.toMatch(/topsecret(?!\.example)/)
    }
    expect(server.requests).toHaveLength(1)
  })

  it('ignores proxies of the environment', async () => {
    const proxy = await serve((_, res) => res.end('proxied'))
    process.env.HTTP_PROXY = process.env.http_proxy = `http://127.0.0.1:${proxy.port}`
    try {
      expect((await ask((_, res) => res.end('direct'))).body.toString()).toBe('direct')
    } finally {
      delete process.env.HTTP_PROXY
      delete process.env.http_proxy
    }
    expect(proxy.requests).toEqual([])
  })
})

it('a host that is not allowed is neither connected to nor looked up', async () => {
  const asked: string[] = []
  const gated = makeOutbound({
    clock,
    allowPrivate: ['127.0.0.0/8'],
    allows: (host) => host === '127.0.0.1',
    resolve: async (name) => {
      asked.push(name)
      return resolve(name)
    },
  })
  const { port } = await serve((_, response) => response.end('here'))
  const url = `http://127.0.0.1:${port}/`
  for (const outbound of [gated, gated.withPrivate(['127.0.0.0/8'])]) {
    expect((await outbound.request(url)).body.toString()).toBe('here')
    for (const work of [
      outbound.request('https://public.example/'),
      outbound.connect({ host: 'local.example', port }),
      outbound.resolve('public.example'),
      outbound.request('https://93.184.215.14/'),
    ]) {
      const error = await failure(work)
      expect([error.kind, error.text.code]).toEqual(['refused', 'system.OUTBOUND_GATED'])
    }
  }
  expect(asked).toEqual([])
})
