import { expect } from 'vitest'
import type { World } from './alerts-world.js'

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
  agent_local_capabilities: 3900,
}

const report = {
  ...{ type: 'report', cpu: 1, mem_used: 1, swap_used: 0, disk_used: 1, uptime: 60, process_count: 1 },
  ...{ net_in_speed: 0, net_out_speed: 0, net_in_transfer: 0, net_out_transfer: 0, tcp_conn: 0, udp_conn: 0 },
  ...{ load1: 0, load5: 0, load15: 0, disk_io: [], temperature: null, gpu: null },
}

const tokenOf = (name: string) => `token-of-${name}-`.padEnd(43, 'x')

/** A server that an agent has claimed and that no agent was connected to yet. */
export async function claimed(world: World, name: string): Promise<string> {
  const body = { onboarding_request_id: `request-${name}`, name }
  const { server_id, enrollment } = await world.ask<{ server_id: string; enrollment: { code: string } }>(
    'POST',
    '/api/servers',
    body,
  )
  const answer = await world.kernel.inject({
    method: 'POST',
    url: '/api/agent/register',
    headers: { authorization: `Bearer ${enrollment.code}` },
    payload: { proposed_run_token: tokenOf(name) },
  })
  expect(answer.statusCode).toBe(200)
  return server_id
}

/** Connects the agent of a claimed server. */
export async function connectAgent(world: World, name: string, addresses: object = {}, from = '192.0.2.7') {
  const headers = { authorization: `Bearer ${tokenOf(name)}` }
  const socket = await world.kernel.connect('/api/agent/ws', headers, from)
  const introduce = async (more: object) => {
    socket.say({ ...info, ...more })
    await socket.next('ack')
  }
  await introduce(addresses)
  return {
    ...socket,
    async reports() {
      socket.say(report)
      await introduce(addresses)
    },
    /** Says where it is now. */
    async moved(now: object) {
      socket.say({ type: 'ip_changed', ...now })
      await introduce(now)
    },
    async grants(temporary: object[], changes: object[]) {
      const capabilities = 3900 | 1 | 2
      socket.say({ type: 'capabilities_changed', msg_id: 'c', capabilities, temporary, changes })
      await introduce({ agent_local_capabilities: capabilities, temporary })
    },
  }
}
