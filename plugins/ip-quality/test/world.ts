import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { claimServer, connectAgent } from '@svc/plugin-enrollment/testing'
import system from '@svc/plugin-system'
import { auditedDetails } from '@svc/plugin-system/testing'
import { expect } from 'vitest'
import ipQuality from '../src/index.ts'

/** Capability bit of `ip_quality`. */
const capabilityBit = 1024
const noon = Date.UTC(2026, 4, 1, 12)

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Who = 'admin' | 'member'
type Answer = ReturnType<ReturnType<TestKernel['as']>['inject']>

/** A check of an admin. */
export const ownService = (replaced: object = {}) => ({
  name: 'Intranet wiki',
  category: 'work',
  request: { url: 'https://wiki.example.com/', headers: [['Accept', 'text/html']] },
  rules: [{ match: { kind: 'status_equals', code: 200 }, result: 'unlocked' }],
  ...replaced,
})

/** A kernel with the real fleet and this plugin. */
export async function makeWorld({ config, dataDir }: { config?: object; dataDir?: string } = {}) {
  const kernel: TestKernel = await createTestKernel({
    plugins: [system, enrollment, ipQuality],
    now: noon,
    ...(config && { config }),
    ...(dataDir && { dataDir }),
  })
  const ask = (method: Method, url: string, payload?: object, who: Who = 'admin'): Answer =>
    kernel.as(who).inject({ method, url: `/api/ip-quality${url}`, ...(payload && { payload }) })
  /** The data of a successful response. */
  async function call(...request: Parameters<typeof ask>) {
    const answer = await ask(...request)
    expect(answer.statusCode, `${answer.body} ${JSON.stringify(kernel.logs.slice(-3))}`).toBe(200)
    return answer.json().data
  }
  const services = (): Promise<readonly { id: string; key: string }[]> => call('GET', '/services')

  return {
    kernel,
    ask,
    call,
    services,
    async serviceId(key: string): Promise<string> {
      return (await services()).find((service) => service.key === key)?.id ?? `no ${key}`
    },
    /** A server whose agent is connected. */
    async server(name: string, facts: object = {}) {
      const { id, token } = await claimServer(kernel, name)
      const agent = await connectAgent(kernel, token, { agent_local_capabilities: capabilityBit, ...facts })
      return {
        id,
        agent,
        /** Sends results, and waits until they were handled. */
        async report(results: readonly unknown[], replaced: object = {}) {
          const message = { type: 'unlock_results', egress_ip: '', checked_at: noon / 1000, results, ...replaced }
          agent.send(message)
          await agent.settle()
        },
      }
    },
    hide: (id: string) =>
      kernel.as('admin').inject({ method: 'PUT', url: `/api/servers/${id}`, payload: { hidden: true } }),
    async viewer(who: Who) {
      const viewer = await kernel.connect('/api/ws/servers', kernel.as(who).headers)
      await viewer.next('full_sync')
      return viewer
    },
    audited: (action: string) => auditedDetails(kernel, action),
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>
