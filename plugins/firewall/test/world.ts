import { type AnyPlugin, createTestKernel, type TestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { claimServer, connectAgent } from '@svc/plugin-enrollment/testing'
import security from '@svc/plugin-security'
import system from '@svc/plugin-system'
import { auditedDetails } from '@svc/plugin-system/testing'
import { expect } from 'vitest'
import firewall from '../src/index.ts'

/** Capability bits of `firewall_block` and `security_events`. */
const [firewallBit, securityBit] = [512, 256]
export const noon = Date.UTC(2026, 4, 1, 12)
export const noonSeconds = noon / 1000

let sent = 0
/** What an agent reports of an attack. */
export const attack = (source_ip: string) => {
  sent += 1
  return {
    type: 'security_event',
    event_type: 'ssh_brute_force',
    severity: 'high',
    source_ip,
    source_port: null,
    username: null,
    started_at: noonSeconds - 60,
    ended_at: noonSeconds - sent,
    first_seen: false,
    detector_source: 'auth_log',
    evidence: {
      kind: 'ssh_brute_force',
      failed_count: 12,
      distinct_users: 2,
      sample_users: ['root'],
      invalid_user_count: 6,
      window_seconds: 60,
      threshold: 10,
    },
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Who = 'admin' | 'member'

/** A kernel with the real fleet and this plugin. */
export async function makeWorld({
  config = {},
  plugins = [],
}: {
  config?: object
  plugins?: readonly AnyPlugin[]
} = {}) {
  const kernel: TestKernel = await createTestKernel({
    plugins: [system, enrollment, ...plugins, security, firewall],
    now: noon,
    config,
  })
  const ask = (method: Method, url: string, payload?: object, who: Who = 'admin') =>
    kernel.as(who).inject({ method, url, ...(payload && { payload }) })

  async function call(...request: Parameters<typeof ask>) {
    const answer = await ask(...request)
    expect(answer.statusCode, `${answer.body} ${JSON.stringify(kernel.logs.slice(-3))}`).toBe(200)
    return answer.json().data
  }

  return {
    kernel,
    ask,
    /** The data of a successful response. */
    call,
    block: (target: string, more: object = {}) => call('POST', '/api/firewall/blocks', { target, ...more }),
    /** A server whose agent is connected; `sync` is the first list that it got. */
    async server(name: string, facts: object = {}) {
      const { id, token } = await claimServer(kernel, name)
      const connect = () =>
        connectAgent(kernel, token, {
          agent_local_capabilities: firewallBit | securityBit,
          protocol_version: 6,
          ...facts,
        })
      const agent = await connect()
      return { id, agent, token, connect }
    },
    audited: (action: string) => auditedDetails(kernel, action),
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>
