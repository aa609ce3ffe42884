import { Button, useApi, useT } from '@svc/dashboard-sdk'
import { CircleAlert, CircleCheck, LoaderCircle, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type BrowserView, browserPath, type TestView } from './push-view.ts'

const pollMs = 1000
const isOver = (outcome: string | undefined) =>
  outcome !== undefined && outcome !== 'pending' && outcome !== 'retryable'

/** Follows a test notification until the push service has decided. */
export function TestNote(props: { browser: BrowserView; test: TestView; onClose: () => void }): ReactNode {
  const { browser, test, onClose } = props
  const t = useT()
  const { data = test } = useApi<TestView>(`${browserPath(browser.id)}/tests/${test.event_id}`, {
    refetchInterval: isOver(test.outcome) ? false : pollMs,
    staleTime: 0,
  })
  const { outcome, reason } = data
  const tone = outcome === 'accepted' ? 'text-ok' : outcome === 'pending' ? 'text-muted' : 'text-warn'
  const Icon = outcome === 'accepted' ? CircleCheck : outcome === 'pending' ? LoaderCircle : CircleAlert
  return (
    <div role="status" className="panel flex items-start gap-3 px-5 py-4">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone} ${outcome === 'pending' ? 'animate-spin' : ''}`} />
      <p className="min-w-0 flex-1 text-sm">
        <span className="font-medium">{browser.name}</span>:{' '}
        {t(`outcome.${outcome}`, { reason: t(`reason.${reason}`) })}
      </p>
      <Button size="sm" variant="ghost" aria-label={t('push.close')} onClick={onClose}>
        <X aria-hidden />
      </Button>
    </div>
  )
}
