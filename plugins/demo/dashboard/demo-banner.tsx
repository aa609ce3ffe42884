import { Countdown, useApi, useT } from '@svc/dashboard-sdk'
import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'

/** Says on every page that nothing can be changed, and when the demo resets itself. */
export default function DemoBanner(): ReactNode {
  const t = useT('demo')
  const { data } = useApi<{ resets_at: string }>('/api/demo', { refetchInterval: 60_000 })
  return (
    <p
      role="note"
      className="mx-4 mt-1 flex items-center gap-2.5 rounded-md border border-accent/40 bg-accent/10 px-3 py-2 text-sm md:mx-7"
    >
      <FlaskConical className="size-4 shrink-0 text-accent" aria-hidden />
      <span className="min-w-0">
        {t('banner.text')}
        {data && (
          <span className="text-muted">
            {' '}
            {t('banner.reset')} <Countdown until={data.resets_at} />
          </span>
        )}
      </span>
    </p>
  )
}
