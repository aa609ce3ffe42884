import type { BlockInput, BlockPatch, FirewallBlock } from '@svc/plugin-firewall/contract'

/** Offered lifetimes in seconds. */
export const lifetimes = ['3600', '21600', '86400', '604800', '2592000', '7776000'] as const
export type Lifetime = (typeof lifetimes)[number] | 'never'

export interface BlockDraft {
  readonly target: string
  readonly cover: FirewallBlock['cover_type']
  readonly servers: readonly string[]
  readonly lifetime: Lifetime
  readonly comment: string
}

export const emptyBlock = (target = ''): BlockDraft => ({
  target,
  cover: 'all',
  servers: [],
  lifetime: '86400',
  comment: '',
})

const secondsOf = (lifetime: Lifetime) => (lifetime === 'never' ? null : Number(lifetime))

export const inputOf = ({ target, cover, servers, lifetime, comment }: BlockDraft): BlockInput => ({
  target: target.trim(),
  cover_type: cover,
  server_ids: cover === 'all' ? null : [...servers],
  comment: comment.trim() || null,
  expires_in: secondsOf(lifetime),
})

/** Keys of texts by field. */
export const problemsOf = ({ target, cover, servers }: BlockDraft): Readonly<Record<string, string>> => ({
  ...(target.trim() === '' && { target: 'form.required' }),
  ...(cover !== 'all' && servers.length === 0 && { server_ids: 'form.serversRequired' }),
})

const minLifetime = 60

/** What creates a removed block again, with the rest of its lifetime. */
export function restoredInput(block: FirewallBlock, nowMs: number): BlockInput {
  const { target, cover_type, server_ids, comment, expires_at } = block
  const left = expires_at === null ? null : Math.max(minLifetime, Math.round((Date.parse(expires_at) - nowMs) / 1000))
  return { target, cover_type, server_ids, comment, expires_in: left }
}

/** What can be edited of a block. */
export interface EditDraft {
  readonly lifetime: Lifetime | 'unchanged'
  readonly comment: string
}

export const editDraftOf = ({ comment }: FirewallBlock): EditDraft => ({
  lifetime: 'unchanged',
  comment: comment ?? '',
})

export const patchOf = ({ lifetime, comment }: EditDraft): BlockPatch => ({
  comment: comment.trim() || null,
  ...(lifetime !== 'unchanged' && { expires_in: secondsOf(lifetime) }),
})
