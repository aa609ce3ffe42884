import { Button, InlineError, useMe, useT } from '@svc/dashboard-sdk'
import type { GeoipStatus } from '@svc/plugin-geoip/contract'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Progress } from '../status/progress.tsx'
import type { Geoip } from '../status/use-geoip.ts'

/** Shown without a database: admins can download the free one, members are asked to contact an admin. */
export function DatabaseNote({ geoip, status }: { geoip: Geoip; status: GeoipStatus }): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const { download, running } = geoip
  const last = status.download
  if (running) return <Progress download={last?.state === 'running' ? last : undefined} />
  if (status.custom) return <p>{t(isAdmin ? 'map.customMissing' : 'map.askAdmin')}</p>
  if (!isAdmin) return <p>{t('map.askAdmin')}</p>
  return (
    <div className="flex flex-col items-center gap-1.5">
      <p>{t('map.download')}</p>
      {last?.state === 'failed' ? (
        <p role="alert" className="text-danger">
          {t(`error.${last.error}`)}
        </p>
      ) : (
        <InlineError error={download.error} />
      )}
      <Button size="sm" onClick={() => download.mutate()}>
        <Download aria-hidden />
        {t('download.start')}
      </Button>
    </div>
  )
}
