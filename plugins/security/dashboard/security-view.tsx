import { Button, Card, EmptyState, LoadMore, StaleNote, useNow, useT } from '@svc/dashboard-sdk'
import { SearchX, ShieldCheck } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { EventDialog } from './events/event-dialog.tsx'
import { EventFilters } from './events/event-filters.tsx'
import { EventTable } from './events/event-table.tsx'
import { ExportButton } from './events/export-button.tsx'
import { useEvents } from './events/use-events.ts'
import { Counters } from './overview/counters.tsx'
import { TimelineChart } from './overview/timeline-chart.tsx'
import { TopSources } from './overview/top-sources.tsx'
import { filterCount, filterOf, type SecuritySearch, unfiltered } from './security-search.ts'

/** The events of all servers, or of one. */
export function SecurityView(props: {
  search: SecuritySearch
  onSearch: (patch: Partial<SecuritySearch>, options?: { push: boolean }) => void
  serverId?: string
}): ReactNode {
  const { search, onSearch, serverId } = props
  const t = useT()
  const now = useNow(60_000)
  const hour = Math.floor(now / 3_600_000)
  // The same object as long as it asks for the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current time counts by the hour
  const filter = useMemo(() => filterOf(search, now, serverId), [search, hour, serverId])
  const { events, error, pages, retry, remove } = useEvents(filter)
  const isFiltered = filterCount(search) > 0
  const showSource = (source: string) => onSearch({ source, event: '' }, { push: true })
  return (
    <>
      <EventFilters search={search} onSearch={onSearch} hideServer={serverId !== undefined} />
      <Counters filter={filter} />
      <div className="mb-4 grid items-stretch gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] xl:*:h-full">
        <TimelineChart filter={filter} span={search.span} />
        <TopSources filter={filter} onSource={showSource} />
      </div>
      {events && <StaleNote error={error} onRetry={retry} />}
      <Card
        flush
        title={t('list.title')}
        actions={<ExportButton filter={filter} disabled={events === undefined || events.length === 0} />}
      >
        <EventTable
          events={events}
          error={error}
          onRetry={retry}
          hideServer={serverId !== undefined}
          onOpen={(event) => onSearch({ event }, { push: true })}
          onSource={showSource}
          empty={
            <EmptyState
              icon={isFiltered ? SearchX : ShieldCheck}
              title={t(isFiltered ? 'list.noMatch' : 'list.empty')}
              description={t(isFiltered ? 'list.noMatchHint' : 'list.emptyHint')}
              action={isFiltered && <Button onClick={() => onSearch(unfiltered)}>{t('filter.clear')}</Button>}
            />
          }
        />
        <LoadMore pages={pages} />
      </Card>
      {search.event !== '' && (
        <EventDialog
          key={search.event}
          id={search.event}
          onClose={() => onSearch({ event: '' })}
          onSource={showSource}
          onDeleted={remove}
        />
      )}
    </>
  )
}
