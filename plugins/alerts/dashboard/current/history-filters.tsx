import { Button, Segmented, Select, useServerList, useT } from '@svc/dashboard-sdk'
import type { AlertEvent } from '@svc/plugin-alerts/contract'
import { X } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { type AlertsSearch, spans } from './alerts-search.ts'

/** Filters by server, rule and time range. */
export function HistoryFilters(props: {
  search: AlertsSearch
  onSearch: (patch: Partial<AlertsSearch>) => void
  /** source of the rule names, because members cannot read the rules */
  events: readonly AlertEvent[]
}): ReactNode {
  const { search, onSearch, events } = props
  const t = useT()
  const servers = useServerList()
  const rules = useMemo(() => {
    const byId = new Map(events.map(({ rule_id, rule_name }) => [rule_id, rule_name]))
    return [...byId].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name))
  }, [events])
  const selectClass = 'w-full sm:w-52 [&_select]:h-8.5 [&_select]:text-sm'
  const filterSelect = (
    label: string,
    any: string,
    name: 'server' | 'rule',
    options: readonly { id: string; name: string }[],
  ) => (
    <Select
      aria-label={label}
      value={search[name] ?? ''}
      onChange={({ target }) => onSearch({ [name]: target.value || undefined })}
      className={selectClass}
    >
      <option value="">{any}</option>
      {search[name] !== undefined && !options.some(({ id }) => id === search[name]) && (
        <option value={search[name]}>{search[name]}</option>
      )}
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3">
      {filterSelect(t('filter.byServer'), t('filter.anyServer'), 'server', servers)}
      {filterSelect(t('filter.byRule'), t('filter.anyRule'), 'rule', rules)}
      <Segmented
        label={t('filter.span')}
        value={search.span}
        onChange={(span) => onSearch({ span })}
        options={spans.map((value) => ({ value, label: t(`filter.${value}`) }))}
      />
      {(search.server !== undefined || search.rule !== undefined) && (
        <Button variant="ghost" onClick={() => onSearch({ server: undefined, rule: undefined })}>
          <X aria-hidden />
          {t('action.unfilter')}
        </Button>
      )}
    </div>
  )
}
