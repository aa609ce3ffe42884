import { type AnyPlugin, createTestKernel, type TestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { claimServer, connectAgent } from '@svc/plugin-enrollment/testing'
import system from '@svc/plugin-system'
import { auditedDetails } from '@svc/plugin-system/testing'
import { expect } from 'vitest'
import security from '../src/index.ts'

/** Capability bit of `security_events`. */
const securityBit = 256
const noon = Date.UTC(2026, 4, 1, 12)
export const noonSeconds = noon / 1000

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Who = 'admin' | 'member'
type Answer = ReturnType<ReturnType<TestKernel['as']>['inject']>

/** A sign-in, as agents report it. */
export const signIn = (replaced: object = {}) => ({
  type: 'security_event',
  event_type: 'ssh_login',
  severity: 'medium',
  source_ip: '198.51.100.7',
  source_port: 50_122,
  username: 'alice',
  started_at: noonSeconds,
  ended_at: noonSeconds,
  first_seen: true,
  detector_source: 'journal',
  evidence: { kind: 'ssh_login', auth_method: 'publickey' },
  ...replaced,
})

export const bruteForce = (source_ip: string, replaced: object = {}) => ({
  type: 'security_event',
  event_type: 'ssh_brute_force',
  severity: 'high',
  source_ip,
  source_port: null,
  username: null,
  started_at: noonSeconds - 30,
  ended_at: noonSeconds,
  first_seen: false,
  detector_source: 'auth_log',
  evidence: {
    kind: 'ssh_brute_force',
    failed_count: 12,
    distinct_users: 2,
    sample_users: ['root', 'admin'],
    invalid_user_count: 6,
    window_seconds: 60,
    threshold: 10,
  },
  ...replaced,
})

/** A kernel with the real fleet and this plugin. */
export async function makeWorld({
  plugins = [],
  config,
  dataDir,
}: {
  plugins?: readonly AnyPlugin[]
  config?: object
  dataDir?: string
} = {}) {
  const kernel: TestKernel = await createTestKernel({
    plugins: [system, enrollment, ...plugins, security],
    now: noon,
    ...(config && { config }),
    ...(dataDir && { dataDir }),
  })
  const ask = (method: Method, url: string, payload?: object, who: Who = 'admin'): Answer =>
    kernel.as(who).inject({ method, url, ...(payload && { payload }) })

  return {
    kernel,
    ask,
    /** The data of a successful response. */
    async call(...request: Parameters<typeof ask>) {
      const answer = await ask(...request)
      expect(answer.statusCode, `${answer.body} ${JSON.stringify(kernel.logs.slice(-3))}`).toBe(200)
      return answer.json().data
    },
    /** A server whose agent is connected. */
    async server(name: string, facts: object = {}) {
      const { id, token } = await claimServer(kernel, name)
      const connect = () => connectAgent(kernel, token, { agent_local_capabilities: securityBit, ...facts })
      let agent = await connect()
      return {
        id,
        get agent() {
          return agent
        },
        /** Time passes, in which the agent is away. */
        async away(ms: number) {
          agent.terminate()
          await kernel.clock.advance(ms)
          agent = await connect()
        },
        /** Sends events, and waits until they were handled. */
        async report(...events: readonly object[]) {
          for (const event of events) agent.send(event as { type: string })
          await agent.settle()
        },
      }
    },
    hide: (id: string): Answer => ask('PUT', `/api/servers/${id}`, { hidden: true }),
    async viewer(who: Who) {
      const viewer = await kernel.connect('/api/ws/servers', kernel.as(who).headers)
      await viewer.next('full_sync')
      return viewer
    },
    audited: (action: string) => auditedDetails(kernel, action),
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>
