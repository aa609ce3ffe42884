import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { checkWith, openWay } from '../../test/check-kind.ts'
import { closeServers, serveTcp } from '../../test/servers.ts'
import { makeWhoisClient } from '../registry/whois-client.ts'
import { dnsKind } from './dns.ts'
import { makeReadTarget } from './read-target.ts'

let way: Awaited<ReturnType<typeof openWay>>
beforeAll(async () => {
  way = await openWay()
})
afterEach(closeServers)
afterAll(() => way.close())

it('a registry that answers nothing is left when a check is given up as the connection opens', async () => {
  const { port, sockets } = await serveTcp()
  const stop = new AbortController()
  const outbound = {
    ...way.outbound,
    async connect(options: Parameters<typeof way.outbound.connect>[0]) {
      const socket = await way.outbound.connect(options)
      stop.abort()
      return socket
    },
  }
  const whois = makeWhoisClient({ ...way, outbound, rootServer: `127.0.0.1:${port}` })
  await expect(whois.serverOf('example', { timeoutMs: 10_000, signal: stop.signal })).rejects.toThrow()
  while (sockets.size > 0) await new Promise((resolve) => setTimeout(resolve, 2))
})

it('a name server is not asked when a check is given up as its address is found', async () => {
  const stop = new AbortController()
  const outbound = {
    ...way.outbound,
    async resolve(...given: Parameters<typeof way.outbound.resolve>) {
      const found = await way.outbound.resolve(...given)
      stop.abort()
      return found
    },
  }
  const server = createSocket('udp4')
  let questions = 0
  server.on('message', () => {
    questions += 1
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  const kind = dnsKind({ ...way, outbound, readTarget: makeReadTarget(way.outbound) })
  const config = { nameserver: `127.0.0.1:${server.address().port}`, timeout: 3 }
  expect((await checkWith(kind, 'a.example', config, { signal: stop.signal })).success).toBe(false)
  server.close()
  expect(questions).toBe(0)
})
