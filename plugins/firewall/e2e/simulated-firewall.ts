import { onboard } from '@svc/e2e/enrol'
import type { Session } from '@svc/e2e/session'
import { simulateAgent } from '@svc/e2e/simulated-agent'

/** Capability bits of `firewall_block` and `security_events`. */
const bits = 512 | 256

interface Entry {
  readonly id: string
  readonly target: string
}

/** A server whose simulated agent blocks everything but the `rejected` targets, which it answers with these reasons. */
export async function simulateFirewall(
  url: string,
  admin: Session,
  name: string,
  rejected: Readonly<Record<string, string>> = {},
) {
  const { server_id: id, enrollment } = await onboard(admin, name)
  const peer = await simulateAgent(url, enrollment.code, undefined, {
    ...{ agent_local_capabilities: bits, protocol_version: 6 },
  })
  const blocked = new Map<string, string>()
  const apply = ({ id, target }: Entry) => {
    const reason = rejected[target]
    if (reason !== undefined) return { id, state: 'failed', reason }
    blocked.set(id, target)
    return { id, state: 'present' }
  }
  const acknowledge = (results: readonly object[]) => peer.send({ type: 'blocklist_ack', results })
  const answer = async (type: string, handle: (frame: Record<string, unknown>) => void) => {
    for (;;) handle(await peer.frame(type))
  }
  const answers = [
    answer('blocklist_reset', () => peer.send({ type: 'blocklist_reset_ack', ok: true })),
    answer('blocklist_sync', ({ entries }) => {
      blocked.clear()
      acknowledge((entries as Entry[]).map(apply))
    }),
    answer('blocklist_add', ({ entry }) => acknowledge([apply(entry as Entry)])),
    answer('blocklist_remove', ({ id }) => {
      blocked.delete(String(id))
      acknowledge([{ id, state: 'absent' }])
    }),
  ]
  Promise.all(answers).catch(() => {
    // closed
  })
  return { id, send: peer.send, close: peer.close, blocked: () => [...blocked.values()].sort() }
}
