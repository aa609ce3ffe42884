import { createTestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { claimServer, connectAgent as connect } from '@svc/plugin-enrollment/testing'
import system from '@svc/plugin-system'
import { expect } from 'vitest'
import processes from '../src/index.ts'

/** capability bits with `processes` */
const allowedCapabilities = 1852 + 2048
export const nginx = {
  ...{ pid: 7, name: 'nginx', user: 'www', cpu: 12.5, mem: 4096, threads: 2, started: 1_700_000_000 },
  ...{ command: 'nginx -g daemon off;', container: 'web' },
}
export const list = { total: 120, partial: false, processes: [nginx] }

/** A kernel with this plugin and the real enrollment plugin. */
export async function makeWorld() {
  const kernel = await createTestKernel({ plugins: [system, enrollment, processes] })

  const call = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const response = await kernel.as('admin').inject({ method, url, ...(payload && { payload }) })
    expect(response.statusCode, response.body).toBe(200)
    return response.json().data
  }

  const connectAgent = async (token: string, capabilities = allowedCapabilities) => {
    const agent = await connect(kernel, token, { agent_local_capabilities: capabilities })
    return {
      ...agent,
      list: (overrides: object = {}) => agent.send({ type: 'processes', ...list, ...overrides }),
      /** Resolves when everything sent so far has been handled. */
      settle: () => agent.introduce({ agent_local_capabilities: undefined }),
    }
  }

  return {
    kernel,
    call,
    connectAgent,
    /** A server with a connected agent. */
    async server(name: string, capabilities?: number) {
      const { id, token } = await claimServer(kernel, name)
      return { id, token, agent: await connectAgent(token, capabilities) }
    },
    async viewer(who: 'admin' | 'member' = 'member') {
      const viewer = await kernel.connect('/api/ws/servers', kernel.as(who).headers)
      await viewer.next('full_sync')
      return {
        ...viewer,
        subscribe: (server_id: string) => viewer.send({ type: 'processes_subscribe', server_id }),
        unsubscribe: (server_id: string) => viewer.send({ type: 'processes_unsubscribe', server_id }),
        /** Resolves when everything sent so far has been handled. */
        async settle() {
          viewer.send({ type: 'processes_subscribe', server_id: 'nobody' })
          await viewer.next('processes_unavailable')
        },
      }
    },
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>
