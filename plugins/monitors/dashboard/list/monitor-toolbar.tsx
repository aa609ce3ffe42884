import { SearchInput, Segmented, Select, useFormat, useT } from '@svc/dashboard-sdk'
import type { Monitor, MonitorType } from '@svc/plugin-monitors/contract'
import type { ReactNode } from 'react'
import { type MonitorState, monitorStates } from '../state/monitor-state.ts'
import type { MonitorSearch } from './monitor-search.ts'
import { useMonitorTypes } from './use-monitor-types.ts'

const distinct = (texts: readonly string[]) => [...new Set(texts)].sort((a, b) => a.localeCompare(b))

/** Search and filters of the list. */
export function MonitorToolbar(props: {
  search: MonitorSearch
  onSearch: (patch: Partial<MonitorSearch>) => void
  /** undefined while loading */
  counts: ReadonlyMap<MonitorState, number> | undefined
  total: number | undefined
  /** all, for the groups and tags that they have */
  monitors: readonly Monitor[]
}): ReactNode {
  const { search, onSearch, counts, total, monitors } = props
  const t = useT()
  const format = useFormat()
  const types = useMonitorTypes(search.type)
  const groups = distinct(monitors.flatMap(({ group_name }) => group_name ?? []))
  const tags = distinct(monitors.flatMap((monitor) => monitor.tags))
  const select = (name: 'group' | 'tag', any: string, values: readonly string[]) =>
    values.length > 0 && (
      <Select
        aria-label={t(`list.${name}`)}
        value={search[name] ?? ''}
        onChange={({ target }) => onSearch({ [name]: target.value || undefined })}
        className="w-auto max-w-52 [&_select]:h-8.5 [&_select]:text-sm"
      >
        <option value="">{any}</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </Select>
    )
  const withCount = (label: string, count: number | undefined) =>
    counts === undefined ? label : `${label} ${format.number(count ?? 0)}`
  // Rare states are hidden while no monitor has them.
  const visibleStates = monitorStates.filter(
    (state) => state === 'down' || state === 'up' || state === search.state || counts?.has(state),
  )
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2.5">
      <SearchInput
        value={search.q ?? ''}
        onChange={(q) => onSearch({ q: q || undefined })}
        placeholder={t('list.search')}
        className="md:w-64"
      />
      <div className="figures -mx-1 min-w-0 max-w-full overflow-x-auto px-1">
        <Segmented
          label={t('list.state')}
          className="whitespace-nowrap"
          value={search.state ?? 'all'}
          onChange={(state) => onSearch({ state: state === 'all' ? undefined : state })}
          options={[
            { value: 'all' as const, label: withCount(t('list.all'), total) },
            ...visibleStates.map((state) => ({
              value: state,
              label: withCount(t(`state.${state}`), counts?.get(state)),
            })),
          ]}
        />
      </div>
      <Select
        aria-label={t('list.type')}
        value={search.type ?? ''}
        onChange={({ target }) => onSearch({ type: (target.value || undefined) as MonitorType | undefined })}
        className="w-auto max-w-52 [&_select]:h-8.5 [&_select]:text-sm"
      >
        <option value="">{t('list.allTypes')}</option>
        {types.map((type) => (
          <option key={type} value={type}>
            {t(`type.${type}.name`)}
          </option>
        ))}
      </Select>
      {select('group', t('list.allGroups'), groups)}
      {select('tag', t('list.allTags'), tags)}
    </div>
  )
}
