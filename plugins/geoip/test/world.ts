import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestKernel, type TestKernelOptions } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { claimServer, connectAgent } from '@svc/plugin-enrollment/testing'
import system from '@svc/plugin-system'
import geoip from '../src/index.ts'

interface Said {
  readonly ipv4?: string | null
  readonly ipv6?: string | null
}

/** 3 November 2026 */
export const today = Date.UTC(2026, 10, 3)

/** A kernel with enrollment and this plugin. */
export async function makeWorld(options: Partial<TestKernelOptions> = {}) {
  const kernel = await createTestKernel({ plugins: [system, enrollment, geoip], now: today, ...options })

  const call = async (who: 'admin' | 'member', method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const answer = await kernel.as(who).inject({ method, url, ...(payload && { payload }) })
    const { data, error } = answer.json()
    return { status: answer.statusCode, data, error }
  }

  return {
    kernel,
    call,
    browse: () => kernel.connect('/api/ws/servers', kernel.as('member').headers),
    /** A server whose agent connected from an address and reported its own. */
    async agent(name: string, from: string, said: Said = {}) {
      const { id, token } = await claimServer(kernel, name)
      const peer = await connectAgent(kernel, token, { agent_local_capabilities: 0, ...said }, from)
      return { id, ...peer }
    },
    record: async (id: string) => (await call('member', 'GET', `/api/servers/${id}`)).data,
    put: (id: string, body: object) => call('admin', 'PUT', `/api/servers/${id}`, body),
    status: async (who: 'admin' | 'member' = 'admin') => (await call(who, 'GET', '/api/geoip/status')).data,
    download: (who: 'admin' | 'member' = 'admin') => call(who, 'POST', '/api/geoip/download'),
    audited: (action = 'geoip_download') =>
      kernel.database
        .prepare('SELECT user_id, ip, detail FROM system_audit_logs WHERE action = ? ORDER BY id')
        .all(action)
        .map((row) => {
          const { detail, ...rest } = row as { user_id: string; ip: string; detail: string }
          return { ...rest, ...JSON.parse(detail) }
        }),
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>

/** A mirror on the loopback address, with the requested paths. */
export async function startMirror(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/free/`,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
