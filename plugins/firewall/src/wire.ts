import { type Static, Type } from '@sinclair/typebox'
import { defineMessage, nullish, optional, str, u8, u16, unixSeconds } from '@svc/protocol'

/** Ranges that neither server nor agent blocks: this host, private networks, link-local addresses and multicast. */
export const protectedRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '224.0.0.0/4',
  // unspecified and loopback addresses, and IPv4 addresses in the notation of IPv6
  '::/80',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
] as const

/** Shortest prefix of a range that may be blocked, by family: more is a mistake, or an attack. */
export const minPrefix = { 4: 8, 6: 16 } as const

/** Blocks of an installation; all of them fit into one message. */
export const maxBlocks = 5000

/** A blocked range, as agents get it. */
export const Block = Type.Object({
  id: str(),
  /** always with a prefix */
  target: str(),
  family: u8(),
  /** ours: the host unblocks it then, also without a connection */
  expires_at: nullish(unixSeconds()),
})
export type Block = Static<typeof Block>

/**
 * Ours: the server answers the acknowledgement with `blocklist_confirm`. Without it the agent removes what it has just added,
 * because that may have cut its connection.
 */
const confirmSeconds = nullish(u16())

/** Server to agent: all blocks of the host; others are removed. */
export const BlocklistSync = defineMessage('blocklist_sync', {
  entries: Type.Array(Block),
  confirm_seconds: confirmSeconds,
})

/** Server to agent. */
export const BlocklistAdd = defineMessage('blocklist_add', { entry: Block, confirm_seconds: confirmSeconds })

/** Server to agent. */
export const BlocklistRemove = defineMessage('blocklist_remove', { id: str() })

/** Server to agent: unblock everything. Needs no capability. */
export const BlocklistReset = defineMessage('blocklist_reset', {})

/** Server to agent. Ours: the acknowledgement of these blocks has arrived. */
export const BlocklistConfirm = defineMessage('blocklist_confirm', { ids: Type.Array(str()) })

export const applyStates = ['present', 'absent', 'failed'] as const
export const ApplyState = Type.Union(applyStates.map((state) => Type.Literal(state)))
export type ApplyState = Static<typeof ApplyState>

/** The state of a block on a host. */
export const AckItem = Type.Object({ id: str(), state: ApplyState, reason: optional(str()) })
export type AckItem = Static<typeof AckItem>

/** Agent to server: after each of the above, and when a state changes by itself. */
export const BlocklistAck = defineMessage('blocklist_ack', { results: Type.Array(AckItem) })

/** Agent to server. */
export const BlocklistResetAck = defineMessage('blocklist_reset_ack', { ok: Type.Boolean(), reason: nullish(str()) })

/** Server to browser. */
export const BlocklistChanged = defineMessage('blocklist_changed', {
  kind: Type.Union([Type.Literal('created'), Type.Literal('deleted')]),
  block_id: str(),
  target: str(),
})

/** Server to browser. */
export const FirewallApplyStateChanged = defineMessage('firewall_apply_state_changed', {
  block_id: str(),
  server_id: str(),
  state: ApplyState,
  reason: nullish(str()),
})
