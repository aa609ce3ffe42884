import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  Segmented,
  Select,
  StaleNote,
  useApi,
  usePageSearch,
  useT,
} from '@svc/dashboard-sdk'
import type { Delivery } from '@svc/plugin-alerts/contract'
import { Inbox, SearchX, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useChannels } from '../groups/use-notifications.ts'
import { notificationsPage, states } from '../pages.ts'
import { type CursorPage, CursorPager, useCursors } from '../parts/cursor-pager.tsx'
import { deliveriesPath } from '../paths.ts'
import { DeliveryTable } from './delivery-table.tsx'

const pageSize = 25

/** Sent, queued and failed deliveries. */
export function DeliveriesTab(): ReactNode {
  const t = useT()
  const [{ state, channel }, setSearch] = usePageSearch(notificationsPage)
  const channels = useChannels()
  const cursors = useCursors(`${state} ${channel}`)
  const { cursor } = cursors
  const { data, error, refetch } = useApi<CursorPage<Delivery>>(deliveriesPath, {
    search: { state, channel_id: channel, limit: pageSize, cursor },
    staleTime: 0,
    refetchInterval: 10_000,
    keepPrevious: true,
  })
  const filtered = state !== undefined || channel !== undefined
  const clearFilters = () => setSearch({ state: undefined, channel: undefined })
  const channelList = channels.data ?? []
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <Segmented
          label={t('delivery.byState')}
          value={state ?? 'all'}
          onChange={(next) => setSearch({ state: states.find((one) => one === next) })}
          options={(['all', ...states] as const).map((value) => ({ value, label: t(`delivery.${value}`) }))}
        />
        <Select
          aria-label={t('delivery.byChannel')}
          value={channel ?? ''}
          onChange={({ target }) => setSearch({ channel: target.value || undefined })}
          className="w-full sm:w-56 [&_select]:h-8.5 [&_select]:text-sm"
        >
          <option value="">{t('delivery.anyChannel')}</option>
          {channel !== undefined && !channelList.some(({ id }) => id === channel) && (
            <option value={channel}>{t('group.deletedChannel')}</option>
          )}
          {channelList.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        {filtered && (
          <Button variant="ghost" onClick={clearFilters}>
            <X aria-hidden />
            {t('action.unfilter')}
          </Button>
        )}
      </div>
      {data && <StaleNote error={error} onRetry={() => void refetch()} />}
      <Card flush>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            <DeliveryTable
              deliveries={data?.items}
              empty={
                <EmptyState
                  icon={filtered ? SearchX : Inbox}
                  title={t(filtered ? 'delivery.noMatch' : 'delivery.none')}
                  description={t(filtered ? 'delivery.noMatchHint' : 'delivery.noneHint')}
                  action={filtered && <Button onClick={clearFilters}>{t('action.unfilter')}</Button>}
                />
              }
            />
            <CursorPager cursors={cursors} next={data?.next} />
          </>
        )}
      </Card>
    </>
  )
}
