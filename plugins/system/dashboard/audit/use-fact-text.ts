import { useFormat, useLive, useT } from '@svc/dashboard-sdk'
import { useCallback } from 'react'
import { humanize } from '../humanize.ts'
import { type Fact, serverIdsOf } from './facts.ts'
import { useServerNames } from './server-names.tsx'

/** Formats the name and the values of a fact. */
export function useFactText() {
  const t = useT()
  const format = useFormat()
  const servers = useServerNames()
  const { loaded } = useLive()
  const formatValue = useCallback(
    (value: unknown): string => {
      if (value === null || value === undefined || value === '') return t('audit.value.none')
      if (typeof value === 'boolean') return t(value ? 'audit.value.yes' : 'audit.value.no')
      if (typeof value === 'number') return Number.isInteger(value) ? String(value) : format.value(value, 'number')
      if (Array.isArray(value)) return value.map(formatValue).join(t('audit.value.and')) || t('audit.value.none')
      return typeof value === 'string' ? value : JSON.stringify(value)
    },
    [t, format],
  )
  const serversOf = useCallback(
    (fact: Fact): string | undefined => {
      const ids = serverIdsOf(fact)
      if (ids.length === 0 || !loaded) return undefined
      return ids
        .map((id) => servers.get(id) ?? t('audit.value.deleted', { id: id.slice(0, 8) }))
        .join(t('audit.value.and'))
    },
    [t, servers, loaded],
  )
  return useCallback(
    ({ path, value, ...rest }: Fact) => ({
      // no `changes` in the name, because the arrow between the values shows it
      name: path
        .filter((name) => path.length === 1 || name !== 'changes')
        .map((name) => t(`audit.field.${name}`, { defaultValue: humanize(name) }))
        .join(' › '),
      value: formatValue(value),
      /** the names of the servers that the value lists */
      servers: serversOf({ path, value }),
      before: 'before' in rest ? formatValue(rest.before) : undefined,
    }),
    [t, formatValue, serversOf],
  )
}
