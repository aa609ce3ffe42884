import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { makeCheckEnv, runCheck } from '../../test/run-check.ts'
import { closeServers, serveTcp } from '../../test/servers.ts'
import { makeWhoisClient } from '../registry/whois-client.ts'
import { makeDnsCheck } from './dns.ts'
import { makeReadTarget } from './read-target.ts'

let env: Awaited<ReturnType<typeof makeCheckEnv>>
beforeAll(async () => {
  env = await makeCheckEnv()
})
afterEach(closeServers)
afterAll(() => env.close())

it('a WHOIS query aborted while connecting closes its connection', async () => {
  const { port, sockets } = await serveTcp()
  const controller = new AbortController()
  const outbound = {
    ...env.outbound,
    async connect(options: Parameters<typeof env.outbound.connect>[0]) {
      const socket = await env.outbound.connect(options)
      controller.abort()
      return socket
    },
  }
  const whois = makeWhoisClient({ ...env, outbound, rootServer: `127.0.0.1:${port}` })
  await expect(whois.serverOf('example', { timeoutMs: 10_000, signal: controller.signal })).rejects.toThrow()
  while (sockets.size > 0) await new Promise((resolve) => setTimeout(resolve, 2))
})

it('a DNS query aborted while resolving the name server is not sent', async () => {
  const controller = new AbortController()
  const outbound = {
    ...env.outbound,
    async resolve(...given: Parameters<typeof env.outbound.resolve>) {
      const found = await env.outbound.resolve(...given)
      controller.abort()
      return found
    },
  }
  const server = createSocket('udp4')
  let queries = 0
  server.on('message', () => {
    queries += 1
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  const checkType = makeDnsCheck({ ...env, outbound, readTarget: makeReadTarget(env.outbound) })
  const config = { nameserver: `127.0.0.1:${server.address().port}`, timeout: 3 }
  expect((await runCheck(checkType, 'a.example', config, { signal: controller.signal })).success).toBe(false)
  server.close()
  expect(queries).toBe(0)
})
