import { Card, ErrorState, PageHeader, Skeleton, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { Attribution } from './attribution.tsx'
import { DownloadCard } from './status/download-card.tsx'
import { isByDbIp } from './status/edition.ts'
import { StatusCard } from './status/status-card.tsx'
import { type DatabaseId, useGeoip } from './status/use-geoip.ts'

/** Settings of the local databases of addresses. */
export default function GeoipPage(): ReactNode {
  const t = useT()
  return (
    <>
      <PageHeader title={t('geoip.title')} description={t('geoip.lead')} />
      <div className="grid gap-8">
        <DatabaseSection id="geoip" hint={t('geoip.pinHint')} />
        <DatabaseSection id="asn" hint={t('geoip.asnHint')} />
      </div>
    </>
  )
}

/** A database: its state, and the download of the free one. */
function DatabaseSection({ id, hint }: { id: DatabaseId; hint: string }) {
  const t = useT()
  const geoip = useGeoip(id)
  const { data, error } = geoip.status
  if (!data) {
    return (
      <Card>{error ? <ErrorState error={error} onRetry={geoip.refetch} /> : <Skeleton className="h-32 w-full" />}</Card>
    )
  }
  return (
    <div>
      <StatusCard id={id} status={data} />
      {data.custom ? (
        <p className="max-w-2xl px-1 text-muted text-sm">{t('geoip.customHint', { setting: `${id}.mmdb_path` })}</p>
      ) : (
        <DownloadCard id={id} status={data} geoip={geoip} />
      )}
      <p className="mt-4 max-w-2xl px-1 text-muted text-xs">
        {hint}
        {(isByDbIp(data) || !data.custom) && (
          <>
            {' '}
            <Attribution /> · {t('attribution.licence')}
          </>
        )}
      </p>
    </div>
  )
}
