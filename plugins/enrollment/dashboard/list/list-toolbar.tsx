import {
  DropdownMenu,
  IconButton,
  MenuCheck,
  MenuChoice,
  MenuLabel,
  MenuSeparator,
  SearchInput,
  Segmented,
  Select,
  type ServerState,
  useFormat,
  useT,
} from '@svc/dashboard-sdk'
import type { Group } from '@svc/plugin-enrollment/contract'
import { LayoutGrid, ListChecks, Rows3, SlidersHorizontal, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Column, columnTitle } from './columns.ts'
import {
  type ListSearch,
  nextSorting,
  ownSortKeys,
  parseSorting,
  type StateFilter,
  ungrouped,
  type View,
  writeSorting,
} from './list-search.ts'

/** Search, filters and view options of the list. */
export function ListToolbar(props: {
  search: ListSearch
  onSearch: (patch: Partial<ListSearch>) => void
  states: Readonly<Record<ServerState, number>>
  inGroups: ReadonlyMap<string, number>
  groups: readonly Group[]
  columns: readonly Column[]
  view: View
  onView: (view: View) => void
  sectioned: boolean
  onSectioned: (sectioned: boolean) => void
  /** undefined for members */
  onSelect: (() => void) | undefined
}): ReactNode {
  const { search, onSearch, states, inGroups, groups, columns, view, onView, sectioned, onSectioned, onSelect } = props
  const t = useT()
  const format = useFormat()
  const filters: readonly (readonly [filter: StateFilter, count: number])[] = [
    ['attention', states.offline + states.critical + states.warning],
    ...(['offline', 'critical', 'warning', 'healthy', 'pending'] as const).map(
      (state) => [state, states[state]] as const,
    ),
  ]
  const always: readonly StateFilter[] = ['attention', 'healthy']
  const all = Object.values(states).reduce((sum, count) => sum + count, 0)
  const counted = (label: string, count: number) => `${label} ${format.number(count)}`
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
          label={t('list.status')}
          className="whitespace-nowrap"
          value={search.status ?? 'all'}
          onChange={(state) => onSearch({ status: state === 'all' ? undefined : state })}
          options={[
            { value: 'all' as const, label: counted(t('list.all'), all) },
            ...filters
              .filter(
                ([state, count]) =>
                  always.includes(state) ||
                  search.status === state ||
                  (count > 0 && (state === 'offline' || state === 'pending')),
              )
              .map(([state, count]) => ({
                value: state,
                label: counted(state === 'attention' ? t('list.attention') : t(`sdk:serverState.${state}`), count),
              })),
          ]}
        />
      </div>
      {groups.length > 0 && (
        <Select
          aria-label={t('list.group')}
          value={search.group ?? ''}
          onChange={(event) => onSearch({ group: event.target.value || undefined })}
          className="w-auto max-w-52 [&_select]:h-8.5 [&_select]:text-sm"
        >
          <option value="">{t('list.allGroups')}</option>
          {groups.map(({ id, name }) => (
            <option key={id} value={id}>
              {`${name} (${format.number(inGroups.get(id) ?? 0)})`}
            </option>
          ))}
          <option value={ungrouped}>{`${t('groups.none')} (${format.number(inGroups.get(ungrouped) ?? 0)})`}</option>
        </Select>
      )}
      {search.tag && (
        <button
          type="button"
          onClick={() => onSearch({ tag: undefined })}
          aria-label={t('tags.unfilter', { tag: search.tag })}
          className="inline-flex h-7 items-center gap-1.5 rounded-full bg-accent-soft pr-2 pl-3 font-medium text-accent text-xs"
        >
          {search.tag}
          <X className="size-3.5" aria-hidden />
        </button>
      )}
      <div className="ml-auto flex items-center gap-2">
        {onSelect && (
          <IconButton label={t('select.start')} variant="secondary" onClick={onSelect}>
            <ListChecks aria-hidden />
          </IconButton>
        )}
        <DropdownMenu
          trigger={
            <IconButton label={t('list.looks')} variant="secondary">
              <SlidersHorizontal aria-hidden />
            </IconButton>
          }
        >
          <MenuLabel>{t('list.sort')}</MenuLabel>
          <MenuChoice
            value={parseSorting(search.sort)?.key ?? 'none'}
            onChange={(key) => {
              const sorting = key === 'none' ? undefined : nextSorting(undefined, key)
              onSearch({ sort: sorting && writeSorting(sorting) })
            }}
            options={[
              { value: 'none', label: t('list.unsorted') },
              ...ownSortKeys.map((key) => ({ value: key, label: t(`column.${key}`) })),
              ...columns.map((column) => ({ value: column.id, label: columnTitle(t, column) })),
            ]}
          />
          {groups.length > 0 && (
            <>
              <MenuSeparator />
              <MenuCheck checked={sectioned} onChange={onSectioned}>
                {t('list.sections')}
              </MenuCheck>
            </>
          )}
        </DropdownMenu>
        <Segmented
          label={t('list.view')}
          value={view}
          onChange={onView}
          iconOnly
          options={[
            { value: 'table', label: t('list.table'), icon: Rows3 },
            { value: 'cards', label: t('list.cards'), icon: LayoutGrid },
          ]}
        />
      </div>
    </div>
  )
}
