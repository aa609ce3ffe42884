import { Stat, StatPanels, StatSkeletons, useApi, useFormat, useT } from '@svc/dashboard-sdk'
import type { EventCount } from '@svc/plugin-security/contract'
import type { ReactNode } from 'react'
import { statsPath } from '../paths.ts'
import type { SecurityFilter } from '../security-search.ts'

const useCounts = (group_by: string, filter: SecurityFilter) =>
  useApi<EventCount[]>(statsPath, {
    search: { ...filter, group_by },
    staleTime: 0,
    refetchInterval: 60_000,
    keepPrevious: true,
  })

const sum = (counts: readonly EventCount[], ...keys: readonly string[]) =>
  counts.reduce((total, { key, count }) => total + (keys.length === 0 || keys.includes(key) ? count : 0), 0)

/** How many events there are, and of what kind. Nothing if that cannot be read: the list says why. */
export function Counters({ filter }: { filter: SecurityFilter }): ReactNode {
  const t = useT()
  const format = useFormat()
  const severities = useCounts('severity', filter)
  const types = useCounts('event_type', filter)
  const first = useCounts('event_type', { ...filter, first_seen: true })
  if (severities.error || types.error || first.error) return null
  if (!severities.data || !types.data || !first.data) return <StatSkeletons />
  const count = (value: number) => format.number(value)
  return (
    <StatPanels label={t('counters.title')}>
      <Stat label={t('counters.all')}>{count(sum(severities.data))}</Stat>
      <Stat label={t('counters.severe')}>{count(sum(severities.data, 'high', 'critical'))}</Stat>
      <Stat label={t('counters.attacks')}>{count(sum(types.data, 'ssh_brute_force', 'port_scan'))}</Stat>
      <Stat label={t('counters.first')}>{count(sum(first.data, 'ssh_login'))}</Stat>
    </StatPanels>
  )
}
