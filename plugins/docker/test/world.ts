import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { claimServer, connectAgent as connect } from '@svc/plugin-enrollment/testing'
import type { Principal } from '@svc/plugin-sdk'
import system from '@svc/plugin-system'
import { auditedDetails } from '@svc/plugin-system/testing'
import { expect } from 'vitest'
import docker from '../src/index.ts'

/** Capability bit of `docker`. */
const dockerBit = 128
export const noon = Date.UTC(2026, 4, 1, 12)
export const webId = 'a'.repeat(64)

type Answer = ReturnType<ReturnType<TestKernel['as']>['inject']>
type Who = 'admin' | 'member' | Principal

/** A container as peers report it. */
export const web = {
  id: webId,
  name: 'web',
  image: 'nginx:1.27',
  state: 'running',
  status: 'Up 2 hours (healthy)',
  created: 1_770_000_000,
  ports: [{ private_port: 80, public_port: 8080, port_type: 'tcp', ip: '0.0.0.0' }],
  labels: { 'com.docker.compose.project': 'shop' },
}
export const webStats = {
  id: webId,
  name: 'web',
  cpu_percent: 12.5,
  memory_usage: 1000,
  memory_limit: 4000,
  memory_percent: 25,
  network_rx: 1,
  network_tx: 2,
  block_read: 3,
  block_write: 4,
}
export const info = {
  docker_version: '27.0',
  api_version: '1.46',
  os: 'linux',
  arch: 'amd64',
  containers_running: 1,
  containers_paused: 0,
  containers_stopped: 2,
  images: 3,
  memory_total: 8_000_000,
}

export interface Options {
  readonly plugins?: readonly Parameters<typeof createTestKernel>[0]['plugins'][number][]
  readonly config?: object
  readonly dataDir?: string
  readonly now?: number
}

/** A kernel with the real fleet and this plugin. */
export async function makeWorld({ plugins = [], config, dataDir, now = noon }: Options = {}) {
  const kernel: TestKernel = await createTestKernel({
    plugins: [system, enrollment, ...plugins, docker],
    now,
    ...(config && { config }),
    ...(dataDir && { dataDir }),
  })

  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: unknown, who: Who = 'admin'): Answer =>
    kernel.as(who).inject({
      method,
      url,
      // A body may be a bare string.
      ...(payload !== undefined && {
        payload: JSON.stringify(payload),
        headers: { 'content-type': 'application/json' },
      }),
    })

  /** The data of a successful response. */
  async function call(...request: Parameters<typeof ask>) {
    const answer = await ask(...request)
    expect(answer.statusCode, `${answer.body} ${JSON.stringify(kernel.logs.slice(-3))}`).toBe(200)
    return answer.json().data
  }

  async function connectAgent(token: string, facts: object = {}) {
    const own = {
      agent_local_capabilities: dockerBit,
      features: ['docker', 'docker_extras'],
      stream_window: 1_048_576,
      ...facts,
    }
    const agent = await connect(kernel, token, own)
    return {
      ...agent,
      /** Replies to the next request of this type. */
      async reply(type: string, response: { readonly type: string; readonly [field: string]: unknown }) {
        const request = await agent.next(type)
        agent.send({ msg_id: request.msg_id, ...response })
        return request
      },
    }
  }

  return {
    kernel,
    ask,
    call,
    connectAgent,
    /** A server whose agent is connected. */
    async server(name: string, facts?: object) {
      const { id, token } = await claimServer(kernel, name)
      const agent = await connectAgent(token, facts)
      return { id, token, agent, docker: (path: string) => `/api/servers/${id}/docker/${path}` }
    },
    async viewer(who: Who = 'member') {
      const viewer = await kernel.connect('/api/ws/servers', kernel.as(who).headers)
      await viewer.next('full_sync')
      return {
        ...viewer,
        subscribe: (server_id: string) => viewer.send({ type: 'docker_subscribe', server_id }),
        unsubscribe: (server_id: string) => viewer.send({ type: 'docker_unsubscribe', server_id }),
      }
    },
    /** Details of audit entries, oldest first. */
    audited: (action: string) => auditedDetails(kernel, action),
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>
