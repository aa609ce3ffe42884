import { createTestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import system from '@svc/plugin-system'
import { expect } from 'vitest'
import processes from '../src/index.js'

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

const permitted = 3900
export const nginx = { pid: 7, name: 'nginx', user: 'www', cpu: 12.5, mem: 4096, threads: 2, started: 1_700_000_000 }
export const list = { total: 120, partial: false, processes: [nginx] }

/** A kernel with the real fleet and this plugin. */
export async function makeWorld() {
  const kernel = await createTestKernel({ plugins: [system, enrollment, processes] })

  const call = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const answer = await kernel.as('admin').inject({ method, url, ...(payload && { payload }) })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }

  const connect = async (path: string, headers: Readonly<Record<string, string>>) => {
    const socket = await kernel.connect(path, headers)
    /** How many frames of this type came and were not taken. */
    const waiting = (type: string) => socket.frames.filter((frame) => frame.type === type).length
    return { ...socket, waiting }
  }

  const connectAgent = async (token: string, mask = permitted) => {
    const agent = await connect('/api/agent/ws', { authorization: `Bearer ${token}` })
    agent.say({ ...info, agent_local_capabilities: mask })
    await agent.next('ack')
    return {
      ...agent,
      list: (more: object = {}) => agent.say({ type: 'processes', ...list, ...more }),
      /** Until everything sent so far was handled. */
      async settle() {
        agent.say({ ...info, msg_id: 'settle' })
        await agent.next('ack')
      },
    }
  }

  return {
    kernel,
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
      return { id: server_id as string, token, agent: await connectAgent(token, mask) }
    },
    async viewer(who: 'admin' | 'member' = 'member') {
      const viewer = await connect('/api/ws/servers', kernel.as(who).headers)
      await viewer.next('full_sync')
      return {
        ...viewer,
        subscribe: (server_id: string) => viewer.say({ type: 'processes_subscribe', server_id }),
        unsubscribe: (server_id: string) => viewer.say({ type: 'processes_unsubscribe', server_id }),
        /** Until everything said so far was handled. */
        async settle() {
          viewer.say({ type: 'processes_subscribe', server_id: 'nobody' })
          await viewer.next('processes_unavailable')
        },
      }
    },
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>
