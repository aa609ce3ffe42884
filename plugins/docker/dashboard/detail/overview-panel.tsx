import {
  CopyButton,
  cn,
  Meter,
  RelativeTime,
  Sparkline,
  sparklineValues,
  toIsoTime,
  useFormat,
  useT,
} from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { Container, ContainerStats } from '../../src/wire.ts'
import { projectOf, serviceOf } from '../list/compose.ts'
import { parseImage, shortImage } from '../list/image-name.ts'
import type { Rates, Row, Sample } from '../live/container-row.ts'
import { exitCodeOf, exitReasonOf, healthOf } from '../state/container-state.ts'
import { portText } from './port-text.ts'

/** Statistics and facts of a container. */
export function OverviewPanel({ row }: { row: Row }): ReactNode {
  const { container, stats, rates, samples } = row
  return (
    <div className="flex flex-col gap-6">
      <ExitNote container={container} />
      {stats && <Statistics stats={stats} rates={rates} samples={samples} />}
      <Facts container={container} />
      <Lists container={container} />
    </div>
  )
}

/** Why a container is not running. */
function ExitNote({ container }: { container: Container }) {
  const t = useT()
  const format = useFormat()
  const reason = exitReasonOf(container)
  const code = exitCodeOf(container)
  if (!container.error && (reason === undefined || code === undefined)) return null
  return (
    <div className="rounded-md bg-sunken px-4 py-3 text-sm">
      {reason !== undefined && code !== undefined && (
        <p>
          <span className="font-medium">{t('detail.exitCode', { code: format.number(code) })}</span>
          <span className="ml-2 text-muted">{t(`exit.${reason}`)}</span>
        </p>
      )}
      {container.error && <p className="break-words text-danger">{container.error}</p>}
      {container.finished_at != null && (
        <p className="mt-0.5 text-faint text-xs">
          <RelativeTime at={toIsoTime(container.finished_at)} className="rounded-xs" />
        </p>
      )}
    </div>
  )
}

function Statistics(props: { stats: ContainerStats; rates: Rates | undefined; samples: readonly Sample[] }) {
  const { stats, rates, samples } = props
  const t = useT()
  const format = useFormat()
  const rate = (value: number | undefined) => (value === undefined ? '–' : format.rate(value))
  return (
    <dl aria-label={t('detail.stats')} className="grid grid-cols-2 gap-3 *:rounded-md *:bg-sunken *:px-4 *:py-3">
      <Tile label={t('column.cpu')}>
        <span className="figures font-semibold text-[1.125rem] leading-7">{format.percent(stats.cpu_percent)}</span>
        <Sparkline values={sparklineValues(samples.map(({ cpu }) => cpu))} color={1} className="h-9 w-full" />
      </Tile>
      <Tile label={t('column.memory')}>
        <span className="figures font-semibold text-[1.125rem] leading-7">{format.bytes(stats.memory_usage)}</span>
        <Sparkline values={sparklineValues(samples.map(({ memory }) => memory))} color={3} className="h-9 w-full" />
        <Meter
          value={stats.memory_percent}
          label={t('detail.memoryShare')}
          detail={t('detail.ofLimit', { limit: format.bytes(stats.memory_limit) })}
        />
      </Tile>
      <Tile label={t('column.network')}>
        <Flow label={t('table.received')} arrow="↓" rate={rate(rates?.rx)} total={format.bytes(stats.network_rx)} />
        <Flow label={t('table.sent')} arrow="↑" rate={rate(rates?.tx)} total={format.bytes(stats.network_tx)} />
      </Tile>
      <Tile label={t('detail.disk')}>
        <Flow label={t('detail.read')} arrow="↓" rate={rate(rates?.read)} total={format.bytes(stats.block_read)} />
        <Flow label={t('detail.written')} arrow="↑" rate={rate(rates?.write)} total={format.bytes(stats.block_write)} />
        {stats.pids != null && (
          <span className="mt-1 block text-faint text-xs">
            {t('detail.pids', { count: stats.pids, number: format.number(stats.pids) })}
          </span>
        )}
      </Tile>
    </dl>
  )
}

const Tile = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="caption">{label}</dt>
    <dd className="mt-0.5 min-w-0">{children}</dd>
  </div>
)

/** What flows now, and in all. */
function Flow({ label, arrow, rate, total }: { label: string; arrow: string; rate: string; total: string }) {
  return (
    <span className="figures flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
      <span>
        <span className="sr-only">{`${label} `}</span>
        <span aria-hidden className="text-faint">{`${arrow} `}</span>
        {rate}
      </span>
      <span className="text-faint text-xs">{total}</span>
    </span>
  )
}

function Facts({ container }: { container: Container }) {
  const t = useT()
  const format = useFormat()
  const { id, image, image_id, image_digest, created, started_at, restarts, status } = container
  const digest = image_digest ?? parseImage(image).digest
  const health = healthOf(container)
  const project = projectOf(container)
  const time = (seconds: number) => <RelativeTime at={toIsoTime(seconds)} className="rounded-xs" />
  return (
    <dl className="grid gap-x-8 gap-y-2.5 text-sm sm:grid-cols-2">
      <Fact label={t('detail.status')}>{status || '–'}</Fact>
      {health && <Fact label={t('detail.health')}>{t(`health.${health}`)}</Fact>}
      <Fact label={t('detail.image')} mono copy={image}>
        {shortImage(image)}
      </Fact>
      {digest && (
        <Fact label={t('detail.digest')} mono copy={digest}>
          {digest}
        </Fact>
      )}
      {image_id && (
        <Fact label={t('detail.imageId')} mono copy={image_id}>
          {image_id}
        </Fact>
      )}
      <Fact label={t('detail.id')} mono copy={id}>
        {id}
      </Fact>
      <Fact label={t('detail.created')}>{time(created)}</Fact>
      {started_at != null && <Fact label={t('detail.started')}>{time(started_at)}</Fact>}
      {restarts != null && <Fact label={t('detail.restarts')}>{format.number(restarts)}</Fact>}
      {project && <Fact label={t('detail.project')}>{project}</Fact>}
      {serviceOf(container) && <Fact label={t('detail.service')}>{serviceOf(container)}</Fact>}
    </dl>
  )
}

function Fact(props: { label: string; mono?: boolean; copy?: string; children: ReactNode }) {
  const { label, mono = false, copy, children } = props
  return (
    <div className="min-w-0">
      <dt className="caption">{label}</dt>
      <dd className="flex min-h-7 min-w-0 items-center gap-1">
        <span className={cn('min-w-0 truncate', mono && 'font-mono text-xs')} data-tip={copy}>
          {children}
        </span>
        {copy !== undefined && <CopyButton text={copy} />}
      </dd>
    </div>
  )
}

/** Ports, mounts, networks and labels. */
function Lists({ container }: { container: Container }) {
  const t = useT()
  const { ports, mounts, networks, labels } = container
  const names = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))
  return (
    <>
      <List title={t('detail.ports')} items={ports.map(portText)} />
      <List title={t('detail.networks')} items={networks ?? []} />
      {mounts && mounts.length > 0 && (
        <section>
          <h3 className="mb-1.5 font-semibold text-sm">{t('detail.mounts')}</h3>
          <ul className="flex flex-col gap-2 text-xs">
            {mounts.map(({ type, source, destination, writable }) => (
              <li key={destination} className="min-w-0 break-words font-mono">
                {destination}
                <span className="block text-faint">
                  {[type, source, writable ? undefined : t('detail.readOnly')].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {names.length > 0 && (
        <details className="text-sm">
          <summary className="rounded-xs font-semibold">{t('detail.labels', { count: names.length })}</summary>
          <dl className="mt-2 flex flex-col gap-2 text-xs">
            {names.map(([name, value]) => (
              <div key={name} className="min-w-0">
                <dt className="break-words text-faint">{name}</dt>
                <dd className="break-words font-mono">{value || '–'}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}

function List({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <section>
      <h3 className="mb-1.5 font-semibold text-sm">{title}</h3>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 font-mono text-xs">
        {[...new Set(items)].map((item) => (
          <li key={item} className="break-words">
            {item}
          </li>
        ))}
      </ul>
    </section>
  )
}
