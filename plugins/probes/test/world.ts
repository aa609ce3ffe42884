import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import alerts from '@svc/plugin-alerts'
import dashboards from '@svc/plugin-dashboards'
import enrollment from '@svc/plugin-enrollment'
import system from '@svc/plugin-system'
import { expect } from 'vitest'
import probes from '../src/index.js'

export const noon = Date.UTC(2026, 4, 1, 12)

const info = {
  type: 'system_info',
  msg_id: 'm-1',
  cpu_name: 'Example CPU',
  cpu_cores: 8,
  cpu_arch: 'x86_64',
  os: 'Linux',
  kernel_version: '6.12.9',
  mem_total: 16_000_000_000,
  swap_total: 0,
  disk_total: 256_000_000_000,
  agent_version: '1.4.0',
}

const usualMask = 1852

/** Said, because the compiler could only name it by a package that this one does not have. */
type Answer = ReturnType<ReturnType<TestKernel['as']>['inject']>

export interface Options {
  readonly config?: object
  readonly dataDir?: string
  readonly now?: number
}

/** A round as agents tell it. */
export const round = (target_id: string, at: number, more: object = {}) => ({
  target_id,
  avg_latency: 20,
  min_latency: 18.5,
  max_latency: 24.25,
  packet_loss: 0,
  packet_sent: 10,
  packet_received: 10,
  timestamp: new Date(at).toISOString(),
  ...more,
})

/** A kernel with the real fleet and this plugin. */
export async function makeWorld({ config, dataDir, now = noon }: Options = {}) {
  const kernel: TestKernel = await createTestKernel({
    plugins: [system, enrollment, alerts, dashboards, probes],
    now,
    ...(config && { config }),
    ...(dataDir && { dataDir }),
  })

  const ask = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    who: 'admin' | 'member' = 'admin',
  ): Answer => kernel.as(who).inject({ method, url, ...(payload && { payload }) })

  /** What a route answers that is to succeed. */
  async function call(...request: Parameters<typeof ask>) {
    const answer = await ask(...request)
    expect(answer.statusCode, `${answer.body} ${JSON.stringify(kernel.logs.slice(-3))}`).toBe(200)
    return answer.json().data
  }

  async function connect(path: string, headers: Readonly<Record<string, string>>) {
    const socket = await kernel.connect(path, headers)
    /** How many frames of this type came and were not taken. */
    const waiting = (type: string) => socket.frames.filter((frame) => frame.type === type).length
    return { ...socket, waiting }
  }

  async function connectAgent(token: string, mask = usualMask) {
    const agent = await connect('/api/agent/ws', { authorization: `Bearer ${token}` })
    agent.say({ ...info, agent_local_capabilities: mask })
    await agent.next('ack')
    return {
      ...agent,
      /** Until everything sent so far was handled. */
      async settle() {
        agent.say({ type: 'ping_result', task_id: 'nobody', latency: 1, success: true, time: 'now' })
        agent.say({ ...info, msg_id: 'settle', agent_local_capabilities: mask })
        await agent.next('ack')
      },
    }
  }

  return {
    kernel,
    ask,
    call,
    connectAgent,
    /** A server whose agent is connected. */
    async server(name: string, mask?: number) {
      const body = { onboarding_request_id: `request-${name}`, name }
      const { server_id, enrollment: offer } = await call('POST', '/api/servers', body)
      const token = `token-of-${name}-`.padEnd(43, 'x')
      const claimed = await kernel.inject({
        method: 'POST',
        url: '/api/agent/register',
        headers: { authorization: `Bearer ${offer.code}` },
        payload: { proposed_run_token: token },
      })
      expect(claimed.statusCode).toBe(200)
      const agent = await connectAgent(token, mask)
      return {
        id: server_id as string,
        token,
        agent,
        /** Says what was measured against targets and waits until it was handled. */
        async measured(...results: object[]) {
          agent.say({ type: 'network_probe_results', results })
          await agent.settle()
        },
        async pinged(task_id: string, more: object = {}) {
          const time = new Date(kernel.clock.now()).toISOString()
          agent.say({ type: 'ping_result', task_id, latency: 12.5, success: true, error: null, time, ...more })
          await agent.settle()
        },
        assign: (...target_ids: string[]) =>
          call('PUT', `/api/servers/${server_id}/network-probes/targets`, { target_ids }),
        records: (from: number, to: number, more = '') =>
          call('GET', `/api/servers/${server_id}/network-probes/records?${range(from, to)}${more}`),
      }
    },
    async viewer(who: 'admin' | 'member' = 'member') {
      const viewer = await connect('/api/ws/servers', kernel.as(who).headers)
      await viewer.next('full_sync')
      return viewer
    },
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>

/** The query of a range. */
export const range = (from: number, to: number): string =>
  `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`
