import { useT } from '@svc/dashboard-sdk'
import { CircleCheckBig } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Assessed } from './assess.ts'

/** Banner shown while no server has problems. */
export function AllHealthy({ servers }: { servers: readonly Assessed[] }): ReactNode {
  const t = useT()
  const online = servers.filter(({ server }) => server.online).length
  const waiting = servers.length - online
  return (
    <div className="panel mb-4 flex items-center gap-4 overflow-hidden bg-[linear-gradient(100deg,color-mix(in_oklab,var(--ok)_13%,var(--panel)),var(--panel)_70%)] px-5 py-4">
      <CircleCheckBig className="size-9 shrink-0 text-ok" strokeWidth={1.6} aria-hidden />
      <div className="min-w-0">
        <p className="font-semibold text-[1rem]">{t('overview.well.title')}</p>
        <p className="text-muted text-sm">
          {t('overview.well.online', { count: online })}
          {waiting > 0 && ` ${t('overview.well.waiting', { count: waiting })}`}
        </p>
      </div>
    </div>
  )
}
