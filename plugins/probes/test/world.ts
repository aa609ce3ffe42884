import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import alerts from '@svc/plugin-alerts'
import dashboards from '@svc/plugin-dashboards'
import enrollment from '@svc/plugin-enrollment'
import { claimServer, connectAgent as connect } from '@svc/plugin-enrollment/testing'
import system from '@svc/plugin-system'
import { expect } from 'vitest'
import probes from '../src/index.ts'

export const noon = Date.UTC(2026, 4, 1, 12)

/** Explicit, because the inferred type refers to a package that is not a dependency. */
type Answer = ReturnType<ReturnType<TestKernel['as']>['inject']>

export interface Options {
  readonly config?: object
  readonly dataDir?: string
  readonly now?: number
}

/** A round as reported by agents. */
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
    config: { alerts: { default_rules: false }, ...config },
    ...(dataDir && { dataDir }),
  })

  const ask = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    who: 'admin' | 'member' = 'admin',
  ): Answer => kernel.as(who).inject({ method, url, ...(payload && { payload }) })

  /** Returns the data of a successful response. */
  async function call(...request: Parameters<typeof ask>) {
    const answer = await ask(...request)
    expect(answer.statusCode, `${answer.body} ${JSON.stringify(kernel.logs.slice(-3))}`).toBe(200)
    return answer.json().data
  }

  async function connectAgent(token: string, mask?: number) {
    const facts = mask === undefined ? {} : { agent_local_capabilities: mask }
    const agent = await connect(kernel, token, facts)
    return {
      ...agent,
      /** Resolves when everything sent so far was handled. */
      async settle() {
        agent.send({ type: 'ping_result', task_id: 'nobody', latency: 1, success: true, time: 'now' })
        await agent.ping()
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
      const { id, token } = await claimServer(kernel, name)
      const agent = await connectAgent(token, mask)
      return {
        id,
        token,
        agent,
        /** Reports rounds and waits until they are handled. */
        async reportRounds(...results: object[]) {
          agent.send({ type: 'network_probe_results', results })
          await agent.settle()
        },
        async reportPing(task_id: string, more: object = {}) {
          const time = new Date(kernel.clock.now()).toISOString()
          agent.send({ type: 'ping_result', task_id, latency: 12.5, success: true, error: null, time, ...more })
          await agent.settle()
        },
        assign: (...target_ids: string[]) => call('PUT', `/api/servers/${id}/network-probes/targets`, { target_ids }),
        records: (from: number, to: number, more = '') =>
          call('GET', `/api/servers/${id}/network-probes/records?${range(from, to)}${more}`),
      }
    },
    async viewer(who: 'admin' | 'member' = 'member') {
      const viewer = await kernel.connect('/api/ws/servers', kernel.as(who).headers)
      await viewer.next('full_sync')
      return viewer
    },
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>

/** Query parameters of a range. */
export const range = (from: number, to: number): string =>
  `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`
