import { randomUUID } from 'node:crypto'
import { claim, newRunToken, onboard } from './enrol.ts'
import { connectAgent, type Peer } from './peer.ts'
import type { Server } from './server.ts'
import type { Session } from './session.ts'
import type { Stage } from './stage.ts'

const gib = 2 ** 30

/** A valid `SystemInfo`, with some members replaced. */
export const systemInfo = (replaced: object = {}) => ({
  ...{ type: 'system_info', msg_id: randomUUID(), agent_version: '1.0.0', os: 'Linux', kernel_version: '6.1' },
  ...{ cpu_name: 'simulated', cpu_cores: 2, cpu_arch: 'x64', ipv4: null, ipv6: null },
  ...{ mem_total: 8 * gib, swap_total: 2 * gib, disk_total: 100 * gib },
  ...replaced,
})

interface DrivenAgent {
  readonly id: string
  readonly code: string
  readonly token: string
  readonly peer: Peer
}

/** A claimed server and an open connection as its agent, driven by the test. */
export async function driveAgent(
  { stage, server, admin }: { stage: Stage; server: Server; admin: Session },
  name: string,
): Promise<DrivenAgent> {
  const { server_id: id, enrollment } = await onboard(admin, name)
  const token = newRunToken()
  const answer = await claim(server.url, enrollment.code, token)
  if (answer.status !== 200) throw new Error(`the claim of ${name} answered ${answer.status}: ${answer.text}`)
  const peer = await connectAgent(server.url, token)
  stage.later(peer.close)
  return { id, code: enrollment.code, token, peer }
}
