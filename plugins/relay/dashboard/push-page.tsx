import {
  api,
  Card,
  ErrorState,
  errorText,
  PageHeader,
  Skeleton,
  toast,
  toError,
  useApi,
  useT,
} from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import { BrowsersCard } from './browsers-card.tsx'
import { ChannelHint } from './channel-hint.tsx'
import { PreferencesCard } from './preferences-card.tsx'
import { type BrowserView, browserPath, type TestView, type WebPushView, webPushPath } from './push-view.ts'
import { TestNote } from './test-note.tsx'
import { ThisBrowserCard } from './this-browser-card.tsx'
import { useThisBrowser } from './use-this-browser.ts'

/** Notifications of the user: this browser, the others, and what they are about. */
export default function PushPage(): ReactNode {
  const t = useT()
  const { data, error, refetch } = useApi<WebPushView>(webPushPath)
  const browser = useThisBrowser(data)
  const [tested, setTested] = useState<{ browser: BrowserView; test: TestView }>()
  const retry = () => void refetch()

  async function test(one: BrowserView): Promise<void> {
    setTested(undefined)
    try {
      setTested({ browser: one, test: await api<TestView>('POST', `${browserPath(one.id)}/test`) })
    } catch (failed) {
      toast.error(errorText(toError(failed), t))
    }
  }

  return (
    <>
      <PageHeader title={t('push.title')} description={t('push.lead')} />
      <div className="grid max-w-6xl items-start gap-5 xl:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-5">
          {error && !data ? (
            <Card>
              <ErrorState error={error} onRetry={retry} />
            </Card>
          ) : (
            <ThisBrowserCard browser={browser} onTest={(one) => void test(one)} />
          )}
          {data ? (
            <PreferencesCard preferences={data.preferences} available={data.available} />
          ) : (
            !error && <Skeleton className="h-80" />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {tested && <TestNote key={tested.test.event_id} {...tested} onClose={() => setTested(undefined)} />}
          <ChannelHint />
          <BrowsersCard
            browsers={data?.browsers}
            currentId={browser.view?.id}
            error={error}
            onRetry={retry}
            onTest={(one) => void test(one)}
          />
        </div>
      </div>
    </>
  )
}
