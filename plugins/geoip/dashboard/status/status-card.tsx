import { Badge, Card, RelativeTime, useFormat, useT } from '@svc/dashboard-sdk'
import type { GeoipStatus } from '@svc/plugin-geoip/contract'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DatabaseId } from './use-geoip.ts'

const stateOf = ({ installed, source, problem }: GeoipStatus) => {
  if (!installed) return problem ? 'unusable' : 'none'
  return source === 'custom' ? 'custom' : 'downloaded'
}
const tones = { unusable: 'danger', none: 'neutral', custom: 'ok', downloaded: 'ok' } as const

/** The current database, its age, and problems with the configured one. */
export function StatusCard({ id, status }: { id: DatabaseId; status: GeoipStatus }): ReactNode {
  const t = useT()
  const format = useFormat()
  const state = stateOf(status)
  const facts: [label: string, value: ReactNode][] = []
  if (status.type) facts.push([t('fact.type'), status.type])
  if (status.built_at) facts.push([t('fact.built'), <RelativeTime key="built" at={status.built_at} />])
  if (status.file_size !== undefined) facts.push([t('fact.size'), format.bytes(status.file_size)])
  if (status.updated_at) facts.push([t('fact.updated'), <RelativeTime key="updated" at={status.updated_at} />])
  if (status.path && (status.installed || status.custom)) {
    facts.push([
      t('fact.path'),
      <span key="path" className="break-all font-mono text-xs">
        {status.path}
      </span>,
    ])
  }
  return (
    <Card
      title={t(id === 'asn' ? 'status.asn' : 'status.title')}
      actions={<Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>}
      className="mb-4"
    >
      <p className="max-w-2xl text-muted text-sm">{t(id === 'asn' ? `asnState.${state}` : `stateHint.${state}`)}</p>
      {status.problem && (
        <p role="alert" className="mt-4 flex max-w-2xl items-start gap-2.5 rounded-md bg-danger/10 px-3 py-2.5 text-sm">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden />
          <span className="min-w-0">
            {t(`problem.${status.problem}`, { setting: `${id}.mmdb_path` })}
            {status.installed && ` ${t('status.lastGood')}`}
          </span>
        </p>
      )}
      {facts.length > 0 && (
        <dl className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))] gap-x-6 gap-y-3.5">
          {facts.map(([label, value]) => (
            <div key={label} className="min-w-0">
              <dt className="caption">{label}</dt>
              <dd className="figures break-words pt-0.5 text-sm">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
