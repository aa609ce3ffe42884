import { useFormat, useServerNames, useT } from '@svc/dashboard-sdk'
import type { FirewallBlock } from '@svc/plugin-firewall/contract'
import type { ReactNode } from 'react'

/** Longer lists of names are only counted. */
const maxNames = 2

/** To which servers a block applies. */
export function Scope({ block }: { block: Pick<FirewallBlock, 'cover_type' | 'server_ids'> }): ReactNode {
  const t = useT()
  const format = useFormat()
  const names = useServerNames()
  const ids = block.server_ids ?? []
  if (block.cover_type === 'all') return t('scope.all')
  const known = ids.flatMap((id) => names.get(id) ?? [])
  const isShort = ids.length > 0 && ids.length <= maxNames && known.length === ids.length
  if (block.cover_type === 'include' && isShort) return <span className="wrap-anywhere">{known.join(', ')}</span>
  return t(`scope.${block.cover_type}`, { count: ids.length, number: format.number(ids.length) })
}
