import { Badge, Button, Card, InlineError, Skeleton, useT } from '@svc/dashboard-sdk'
import { BellOff, BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BrowserView } from './push-view.ts'
import type { ThisBrowser } from './use-this-browser.ts'

const texts = { insecure: 'push.insecure', unsupported: 'push.unsupported', denied: 'push.deniedText' } as const

/** Turns notifications on and off in this browser. */
export function ThisBrowserCard(props: { browser: ThisBrowser; onTest: (browser: BrowserView) => void }): ReactNode {
  const { browser, onTest } = props
  const { obstacle, view, isKnown, isBusy, failure } = browser
  const t = useT()
  const isOn = view !== undefined && obstacle === undefined
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          {t('push.thisBrowser')}
          {isKnown && <Badge tone={isOn ? 'ok' : 'neutral'}>{t(isOn ? 'push.on' : 'push.off')}</Badge>}
        </span>
      }
    >
      {isKnown ? (
        <div className="flex flex-col items-start gap-4">
          <p className="text-muted text-sm">{t(obstacle ? texts[obstacle] : isOn ? 'push.onText' : 'push.offText')}</p>
          {failure !== undefined && <InlineError error={new Error(failure)} />}
          {obstacle === undefined && (
            <div className="flex flex-wrap gap-2">
              {isOn ? (
                <>
                  <Button onClick={() => onTest(view)}>{t('push.test')}</Button>
                  <Button disabled={isBusy} onClick={() => void browser.turnOff()}>
                    <BellOff aria-hidden />
                    {t('push.turnOff')}
                  </Button>
                </>
              ) : (
                <Button variant="primary" disabled={isBusy} onClick={() => void browser.turnOn()}>
                  <BellRing aria-hidden />
                  {t('push.turnOn')}
                </Button>
              )}
            </div>
          )}
        </div>
      ) : (
        <Skeleton className="h-20" />
      )}
    </Card>
  )
}
