import {
  Badge,
  Card,
  cn,
  EmptyState,
  ErrorState,
  LoadMore,
  Select,
  Skeleton,
  StaleNote,
  useFormat,
  usePageSearch,
  useT,
} from '@svc/dashboard-sdk'
import { Activity } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { DockerEvent } from '../../src/wire.ts'
import { dockerSearch } from '../docker-search.ts'
import { shortImage } from '../list/image-name.ts'
import { actionKeyOf, iconOf, subjectOf, toneOf } from './event-look.ts'
import { useEvents } from './use-events.ts'

const types = ['container', 'image', 'network', 'volume', 'daemon'] as const
const isType = (text: string) => types.some((type) => type === text)

/** The events by day, in their order. */
function daysOf(events: readonly DockerEvent[], dayOf: (seconds: number) => string) {
  const days: { day: string; list: DockerEvent[] }[] = []
  for (const event of events) {
    const day = dayOf(event.timestamp)
    const last = days.at(-1)
    if (last?.day === day) last.list.push(event)
    else days.push({ day, list: [event] })
  }
  return days
}

/** The events of the daemon, newest first. */
export function EventsView({ serverId, isStored = false }: { serverId: string; isStored?: boolean }): ReactNode {
  const t = useT()
  const format = useFormat()
  const [type, setType] = useState('')
  const { events, error, pages, retry } = useEvents(serverId)
  const shown = events?.filter(({ event_type }) => type === '' || event_type === type)
  const days = shown && daysOf(shown, (seconds) => format.date(seconds * 1000))
  return (
    <Card
      flush
      title={t('events.title')}
      description={t(isStored ? 'events.stored' : 'events.hint')}
      actions={
        <Select aria-label={t('events.type')} value={type} onChange={({ target }) => setType(target.value)}>
          <option value="">{t('events.all')}</option>
          {types.map((each) => (
            <option key={each} value={each}>
              {t(`events.types.${each}`)}
            </option>
          ))}
        </Select>
      }
    >
      {!events && (error ? <ErrorState error={error} onRetry={retry} /> : <Skeleton className="m-5 h-72 rounded-lg" />)}
      {events && error && <StaleNote error={error} onRetry={retry} className="mx-5" />}
      {shown?.length === 0 && (
        <EmptyState icon={Activity} title={t('events.none')} description={t('events.noneHint')} />
      )}
      {days?.map(({ day, list }) => (
        <section key={day} aria-label={day}>
          <h3 className="caption border-y bg-sunken/60 px-5 py-1.5">{day}</h3>
          <ol>
            {list.map((event, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: events of one second may be equal
              <Entry key={`${event.timestamp} ${event.actor_id} ${event.action} ${index}`} event={event} />
            ))}
          </ol>
        </section>
      ))}
      <LoadMore pages={pages} />
    </Card>
  )
}

const iconLooks = { danger: 'text-danger', warn: 'text-warn', ok: 'text-ok', neutral: 'text-faint' } as const

function Entry({ event }: { event: DockerEvent }) {
  const t = useT()
  const format = useFormat()
  const [, setSearch] = usePageSearch(dockerSearch)
  const { timestamp, event_type, action, actor_id, attributes } = event
  const Icon = iconOf(event)
  const tone = toneOf(event)
  const name = subjectOf(event)
  const isContainer = event_type === 'container' && action !== 'destroy'
  return (
    <li className="flex items-baseline gap-3 border-b px-5 py-2 text-sm [content-visibility:auto] last:border-b-0">
      <time dateTime={new Date(timestamp * 1000).toISOString()} className="figures shrink-0 text-faint text-xs">
        {format.time(timestamp * 1000)}
      </time>
      <Icon className={cn('size-4 shrink-0 self-center', iconLooks[tone])} aria-hidden />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        {isContainer ? (
          <button
            type="button"
            onClick={() => setSearch({ container: actor_id.slice(0, 12) }, { push: true })}
            className="min-w-0 truncate rounded-xs font-medium underline-offset-2 hover:underline"
          >
            {name}
          </button>
        ) : (
          <span className="min-w-0 truncate font-medium">{name}</span>
        )}
        <span className="min-w-0 break-words text-muted">{t(`events.actions.${actionKeyOf(action)}`, { action })}</span>
        {attributes.exitCode !== undefined && action === 'die' && (
          <Badge tone={tone === 'danger' ? 'danger' : 'neutral'}>
            {t('events.exitCode', { code: attributes.exitCode })}
          </Badge>
        )}
        {attributes.signal !== undefined && action === 'kill' && (
          <Badge>{t('events.signal', { signal: attributes.signal })}</Badge>
        )}
        {attributes.image && <span className="truncate text-faint text-xs">{shortImage(attributes.image)}</span>}
      </span>
      <Badge className="max-md:hidden">{isType(event_type) ? t(`events.types.${event_type}`) : event_type}</Badge>
    </li>
  )
}
