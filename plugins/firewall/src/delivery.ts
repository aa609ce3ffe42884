import type { Agents, Live } from '@svc/plugin-enrollment/contract'
import { type Core, toSeconds } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { parseNetwork } from '@svc/probe-target'
import { type Payload, plainText } from '@svc/protocol'
import type { BlockRow, BlocksStore } from './blocks-store.ts'
import type { StatesStore } from './states-store.ts'
import {
  type AckItem,
  type ApplyState,
  type Block,
  BlocklistAdd,
  BlocklistConfirm,
  BlocklistRemove,
  BlocklistReset,
  type BlocklistResetAck,
  BlocklistSync,
  FirewallApplyStateChanged,
} from './wire.ts'

/** Agents of older protocols do not know these messages. */
const minProtocol = 2
/** Agents remove what is not confirmed by then: it has cut their connection. */
const confirm_seconds = 60
const maxReason = 256

const auditActions: Readonly<Record<ApplyState, string>> = {
  present: 'firewall_block_applied_agent',
  absent: 'firewall_block_removed_agent',
  failed: 'firewall_block_rejected_agent',
}

interface Dependencies extends Pick<Core, 'clock' | 'db' | 'capabilities'> {
  readonly agents: Pick<Agents, 'capabilities' | 'isOnline' | 'online' | 'protocolVersion' | 'send'>
  readonly audit: Pick<Audit, 'write'>
  readonly live: Pick<Live, 'broadcast'>
  readonly blocks: Pick<BlocksStore, 'get' | 'ofServer' | 'serverIds'>
  readonly states: StatesStore
}

const toWire = ({ id, target, family, expires_at }: BlockRow): Block => ({
  id,
  target: parseNetwork(target)?.cidr ?? target,
  family,
  expires_at,
})

/** Brings blocks to the agents, and records what they say. */
export function makeDelivery({ clock, db, capabilities, agents, audit, live, blocks, states }: Dependencies) {
  /** servers that did not get a message because their queue was full, or whose states could not be stored */
  const outdated = new Set<string>()

  const speaks = (serverId: string) => agents.isOnline(serverId) && agents.protocolVersion(serverId) >= minProtocol
  const isCapable = (serverId: string) => (agents.capabilities(serverId) & capabilities.bitOf('firewall_block')) !== 0
  const takesBlocks = (serverId: string) => speaks(serverId) && isCapable(serverId)

  function covers({ id, cover_type }: BlockRow, serverId: string): boolean {
    return cover_type === 'all' || (cover_type === 'include') === blocks.serverIds(id).includes(serverId)
  }

  /** Sends a server all of its blocks. */
  function sync(serverId: string): void {
    outdated.delete(serverId)
    if (!speaks(serverId)) return
    const isReset = agents.send(serverId, BlocklistReset, {})
    const entries = isCapable(serverId) ? blocks.ofServer(serverId).map(toWire) : undefined
    const isSent = !entries || agents.send(serverId, BlocklistSync, { entries, confirm_seconds })
    if (!isReset || !isSent) outdated.add(serverId)
  }

  function record(serverId: string, item: AckItem): void {
    const block = blocks.get(item.id)
    const reason = item.reason === undefined ? null : plainText(item.reason, maxReason)
    if (!block || !covers(block, serverId)) {
      // It was deleted, or never for this server.
      if (item.state === 'present') agents.send(serverId, BlocklistRemove, { id: item.id })
      return
    }
    const before = states.get(serverId, item.id)
    if (before?.state === item.state && before.reason === reason) return
    const at = toSeconds(clock.now())
    states.put({ server_id: serverId, block_id: item.id, state: item.state, reason, audited: item.state, at })
    if (before?.audited !== item.state) {
      const detail = { block_id: item.id, target: block.target, server_id: serverId, ...(reason && { reason }) }
      audit.write({ userId: 'system', action: auditActions[item.state], detail })
    }
    live.broadcast(FirewallApplyStateChanged, { block_id: item.id, server_id: serverId, state: item.state, reason })
  }

  return {
    sync,
    takesBlocks,

    /** Sends a new block to the servers that it covers. */
    added(row: BlockRow): void {
      for (const serverId of agents.online()) {
        if (!takesBlocks(serverId) || !covers(row, serverId)) continue
        if (!agents.send(serverId, BlocklistAdd, { entry: toWire(row), confirm_seconds })) outdated.add(serverId)
      }
    },

    removed({ id }: BlockRow): void {
      for (const serverId of agents.online()) {
        if (takesBlocks(serverId) && !agents.send(serverId, BlocklistRemove, { id })) outdated.add(serverId)
      }
    },

    /** Tries again what did not fit into the queue of an agent, or could not be stored. */
    retry(): void {
      for (const serverId of [...outdated]) sync(serverId)
    },

    forget: (serverId: string) => void outdated.delete(serverId),

    acknowledged(serverId: string, results: readonly AckItem[]): void {
      // The connection works, even if the states cannot be stored.
      const ids = results.filter(({ state }) => state === 'present').map(({ id }) => id)
      if (ids.length > 0) agents.send(serverId, BlocklistConfirm, { ids })
      try {
        db.transaction(() => {
          for (const item of results) record(serverId, item)
        })
      } catch (error) {
        // A sync makes the agent send all states again.
        outdated.add(serverId)
        throw error
      }
    },

    resetAcknowledged(serverId: string, { ok, reason }: Payload<typeof BlocklistResetAck>): void {
      db.transaction(() => {
        if (ok) states.reset(serverId)
        const action = ok ? 'firewall_reset_acked' : 'firewall_reset_failed_agent'
        const detail = { server_id: serverId, ...(reason != null && { reason: plainText(reason, maxReason) }) }
        audit.write({ userId: 'system', action, detail })
      })
    },
  }
}
export type Delivery = ReturnType<typeof makeDelivery>
