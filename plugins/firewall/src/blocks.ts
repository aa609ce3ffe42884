import { randomUUID } from 'node:crypto'
import type { Live, Servers } from '@svc/plugin-enrollment/contract'
import {
  ApiError,
  badRequest,
  type Core,
  conflict,
  invalid,
  notFound,
  type Principal,
  toSeconds,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { parseNetwork } from '@svc/probe-target'
import { plainText } from '@svc/protocol'
import type { BlockInput, BlockPatch } from './block-schema.ts'
import type { BlockRow, BlocksStore } from './blocks-store.ts'
import type { Delivery } from './delivery.ts'
import type { Targets } from './targets.ts'
import { BlocklistChanged, maxBlocks } from './wire.ts'

/** After somebody has removed a block of an alert, alerts do not block the same again for so long. */
const spareSeconds = 86_400

const commentOf = (text: string | null | undefined) => plainText(text?.trim() ?? '', 500) || null

/** Who asks for a change. */
type Requester = { readonly principal: Principal; readonly ip: string }

interface Dependencies extends Pick<Core, 'clock' | 'db'> {
  readonly audit: Pick<Audit, 'act' | 'write'>
  readonly live: Pick<Live, 'broadcast'>
  readonly servers: Pick<Servers, 'get'>
  readonly store: BlocksStore
  readonly targets: Targets
  readonly delivery: Pick<Delivery, 'added' | 'removed'>
}

/** Creates and removes blocks, in the transaction of their audit entry. */
export function makeBlocks({ clock, db, audit, live, servers, store, targets, delivery }: Dependencies) {
  const now = () => toSeconds(clock.now())

  const require = (id: string): BlockRow => {
    const row = store.get(id)
    if (!row) throw notFound('firewall.UNKNOWN_BLOCK')
    return row
  }

  function serverIdsOf({ cover_type = 'all', server_ids }: BlockInput): readonly string[] {
    const ids = [...new Set(server_ids ?? [])]
    if (cover_type === 'all') {
      if (ids.length > 0) throw invalid('server_ids', 'firewall.NO_SERVERS_FOR_ALL')
      return []
    }
    const unknown = ids.findIndex((id) => !servers.get(id))
    if (unknown >= 0) throw invalid(`server_ids.${unknown}`, 'firewall.SERVER_MUST_EXIST')
    if (ids.length === 0) throw invalid('server_ids', 'firewall.SERVERS_REQUIRED')
    return ids
  }

  /** Stores a block; the agents get it after the commit. */
  function insert(row: Omit<BlockRow, 'seq'>, serverIds: readonly string[]): BlockRow {
    if (store.stats().total >= maxBlocks) throw badRequest('firewall.TOO_MANY_BLOCKS', { limit: maxBlocks })
    store.add(row, serverIds)
    const added = require(row.id)
    live.broadcast(BlocklistChanged, { kind: 'created', block_id: row.id, target: row.target })
    db.afterCommit(() => delivery.added(added))
    return added
  }

  function drop(row: BlockRow): void {
    store.remove(row.id)
    live.broadcast(BlocklistChanged, { kind: 'deleted', block_id: row.id, target: row.target })
    db.afterCommit(() => delivery.removed(row))
  }

  const detailOf = ({ id, target, cover_type, origin, expires_at }: BlockRow) => ({
    block_id: id,
    target,
    cover_type,
    origin,
    ...(expires_at !== null && { expires_at }),
  })

  function remove(id: string, by: Requester): void {
    const row = require(id)
    audit.act(
      by,
      'firewall_block_deleted',
      () => {
        drop(row)
        if (row.origin === 'auto') store.spare(row.target, 'removed', now() + spareSeconds)
      },
      () => detailOf(row),
    )
  }

  function reject(target: string, reason: string, by: Requester, error: ApiError): never {
    audit.write({
      userId: by.principal.userId,
      ip: by.ip,
      action: 'firewall_block_rejected_server',
      detail: { target, reason },
    })
    throw error
  }

  return {
    require,

    create(input: BlockInput, by: Requester): BlockRow {
      const target = parseNetwork(input.target.trim())
      if (!target) throw badRequest('firewall.NOT_A_RANGE')
      const serverIds = serverIdsOf(input)
      const protection = targets.protectionOf(target, by.ip)
      if (protection) {
        const error = new ApiError(
          409,
          'firewall.TARGET_PROTECTED',
          { target: target.text, reason: protection },
          { code: 'CONFLICT' },
        )
        return reject(target.text, protection.code, by, error)
      }
      if (targets.same(target)) {
        return reject(target.text, 'duplicate', by, conflict('firewall.ALREADY_BLOCKED', { target: target.text }))
      }
      const created_at = now()
      const row: Omit<BlockRow, 'seq'> = {
        id: randomUUID(),
        target: target.text,
        family: target.family,
        cover_type: input.cover_type ?? 'all',
        comment: commentOf(input.comment),
        origin: 'manual',
        origin_event_id: null,
        origin_rule_id: null,
        created_by: by.principal.userId,
        created_at,
        expires_at: input.expires_in ? created_at + input.expires_in : null,
        confirm_until: input.confirm_within ? created_at + input.confirm_within : null,
      }
      return audit.act(by, 'firewall_block_created', () => insert(row, serverIds), detailOf)
    },

    /** The block did not cut the connection of whoever created it. */
    confirm(id: string): BlockRow {
      require(id)
      store.confirm(id)
      return require(id)
    },

    update(id: string, input: BlockPatch, by: Requester): BlockRow {
      const before = require(id)
      const { expires_in: expiresIn } = input
      const next = {
        comment: input.comment === undefined ? before.comment : commentOf(input.comment),
        expires_at: expiresIn === undefined ? before.expires_at : expiresIn === null ? null : now() + expiresIn,
      }
      return audit.act(
        by,
        'firewall_block_updated',
        () => {
          store.update(id, next)
          const updated = require(id)
          // Agents replace the block that they have.
          if (next.expires_at !== before.expires_at) db.afterCommit(() => delivery.added(updated))
          return updated
        },
        detailOf,
      )
    },

    /** Returns how many of them existed. */
    removeAll: (ids: readonly string[], by: Requester): number =>
      db.transaction(() => {
        const existing = [...new Set(ids)].filter((id) => store.get(id))
        for (const id of existing) remove(id, by)
        return existing.length
      }),

    remove,

    /** Removes what has expired, and what nobody has confirmed. */
    removeEnded(): void {
      const at = now()
      for (const row of store.ended(at)) {
        const reason = row.expires_at !== null && row.expires_at <= at ? 'expired' : 'not_confirmed'
        audit.act(
          'system',
          'firewall_block_deleted',
          () => drop(row),
          () => ({ ...detailOf(row), reason }),
        )
      }
    },

    insert,
    detailOf,
    /** Alerts leave what somebody has unblocked alone, for as long as the attack goes on. */
    spareRemoved: (target: string) => store.spare(target, 'removed', now() + spareSeconds),
    /** Whether a block is for this server. */
    covers: ({ id, cover_type }: BlockRow, serverId: string): boolean =>
      cover_type === 'all' || (cover_type === 'include') === store.serverIds(id).includes(serverId),
  }
}
export type Blocks = ReturnType<typeof makeBlocks>
