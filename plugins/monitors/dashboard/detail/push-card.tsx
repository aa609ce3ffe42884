import { Card, CodeBlock, useT } from '@svc/dashboard-sdk'
import type { MonitorDetail } from '@svc/plugin-monitors/contract'
import type { ReactNode } from 'react'

/** The URL that a host calls, for administrators; nothing for other monitors. */
export function PushCard({ monitor }: { monitor: MonitorDetail }): ReactNode {
  const t = useT()
  const { token } = monitor.config
  if (monitor.monitor_type !== 'push' || typeof token !== 'string') return null
  return (
    <Card title={t('push.title')}>
      <p className="mb-3 max-w-prose text-muted text-sm">{t('push.hint')}</p>
      <CodeBlock label={t('push.title')} text={`curl -fsS "${window.location.origin}/api/push/${token}"`} />
      <p className="mt-2 text-faint text-xs">{t('push.failure')}</p>
    </Card>
  )
}
