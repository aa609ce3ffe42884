import {
  Card,
  type Column,
  EmptyState,
  SearchInput,
  type Sort,
  Table,
  useFormat,
  useLanguage,
  useT,
} from '@svc/dashboard-sdk'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useResource } from './use-resource.ts'

/** A column with the value to sort by. */
export interface ResourceColumn<T> extends Omit<Column<T>, 'sortable'> {
  readonly sortValue?: (item: T) => string | number
}

/** A searchable, sortable list of things of the daemon. */
export function ResourceCard<T>(props: {
  serverId: string
  /** of the route, of the member of its answer, and key of the texts */
  name: 'images' | 'networks' | 'volumes'
  icon: LucideIcon
  columns: readonly ResourceColumn<T>[]
  keyOf: (item: T) => string
  /** what the search looks at */
  textOf: (item: T) => string
  firstSort: Sort
}): ReactNode {
  const { serverId, name, icon, columns, keyOf, textOf, firstSort } = props
  const { items, error, retry } = useResource<T>(serverId, name)
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const [q, setQ] = useState('')
  const [sort, setSort] = useState(firstSort)
  const rows = useMemo(() => {
    const words = q.toLowerCase().split(/\s+/).filter(Boolean)
    const found = items?.filter((item) => words.every((word) => textOf(item).toLowerCase().includes(word)))
    const sortValue = columns.find(({ id }) => id === sort.by)?.sortValue
    if (!found || !sortValue) return found
    const { compare } = new Intl.Collator(language, { numeric: true })
    const sign = sort.direction === 'desc' ? -1 : 1
    return found.sort((a, b) => {
      const [x, y] = [sortValue(a), sortValue(b)]
      return sign * (typeof x === 'number' && typeof y === 'number' ? x - y : compare(String(x), String(y)))
    })
  }, [items, q, sort, columns, textOf, language])
  return (
    <Card
      flush
      title={t(`views.${name}`)}
      description={items && t(`${name}.count`, { count: items.length, number: format.number(items.length) })}
      actions={<SearchInput value={q} onChange={setQ} placeholder={t(`${name}.search`)} />}
    >
      <Table
        caption={t(`views.${name}`)}
        columns={columns.map(({ sortValue, ...column }) => ({ ...column, sortable: sortValue !== undefined }))}
        rows={rows}
        rowKey={keyOf}
        sort={sort}
        onSort={setSort}
        error={error}
        onRetry={retry}
        empty={<EmptyState icon={icon} title={t(q ? 'list.noMatch' : `${name}.none`)} />}
      />
    </Card>
  )
}
