import { Card, ErrorState, PageHeader, Skeleton, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { Attribution } from './attribution.tsx'
import { DownloadCard } from './status/download-card.tsx'
import { isByDbIp } from './status/edition.ts'
import { StatusCard } from './status/status-card.tsx'
import { useGeoip } from './status/use-geoip.ts'

/** Settings of the GeoIP database. */
export default function GeoipPage(): ReactNode {
  const t = useT()
  const geoip = useGeoip()
  const { data, error } = geoip.status
  return (
    <>
      <PageHeader title={t('geoip.title')} description={t('geoip.lead')} />
      {data ? (
        <>
          <StatusCard status={data} />
          {data.custom ? (
            <p className="max-w-2xl px-1 text-muted text-sm">{t('geoip.customHint')}</p>
          ) : (
            <DownloadCard status={data} geoip={geoip} />
          )}
          <p className="mt-4 max-w-2xl px-1 text-muted text-xs">
            {t('geoip.pinHint')}
            {(isByDbIp(data) || !data.custom) && (
              <>
                {' '}
                <Attribution /> · {t('attribution.licence')}
              </>
            )}
          </p>
        </>
      ) : (
        <Card>
          {error ? <ErrorState error={error} onRetry={geoip.refetch} /> : <Skeleton className="h-32 w-full" />}
        </Card>
      )}
    </>
  )
}
