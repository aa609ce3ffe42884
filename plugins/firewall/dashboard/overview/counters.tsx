import { Stat, StatPanels, StatSkeletons, useApi, useFormat, useT } from '@svc/dashboard-sdk'
import type { BlockStats } from '@svc/plugin-firewall/contract'
import type { ReactNode } from 'react'
import { statsPath } from '../paths.ts'

/** How many blocks there are, and of what kind. Nothing if that cannot be read: the list says why. */
export function Counters(): ReactNode {
  const t = useT()
  const format = useFormat()
  const { data, error } = useApi<BlockStats>(statsPath, { staleTime: 0 })
  if (error) return null
  if (!data) return <StatSkeletons />
  return (
    <StatPanels label={t('counters.title')}>
      <Stat label={t('counters.total')}>{format.number(data.total)}</Stat>
      <Stat label={t('counters.manual')}>{format.number(data.manual)}</Stat>
      <Stat label={t('counters.auto')}>{format.number(data.auto)}</Stat>
      <Stat label={t('counters.families')}>
        {format.number(data.v4)} / {format.number(data.v6)}
      </Stat>
    </StatPanels>
  )
}
