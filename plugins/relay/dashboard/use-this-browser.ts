import { api, toast, toError, useInvalidate, useLanguage, useT } from '@svc/dashboard-sdk'
import { useCallback, useEffect, useState } from 'react'
import { type BrowserView, browserPath, type WebPushView, webPushPath } from './push-view.ts'
import {
  currentSubscription,
  hashEndpoint,
  type Obstacle,
  obstacle,
  subscribe,
  subscriptionInput,
} from './subscription.ts'

export interface ThisBrowser {
  readonly obstacle: Obstacle | undefined
  /** this browser among those of the user, if notifications are on */
  readonly view: BrowserView | undefined
  /** whether that is known */
  readonly isKnown: boolean
  readonly isBusy: boolean
  /** why it could not be turned on */
  readonly failure: string | undefined
  /** Asks for permission, so it must be called on a click. */
  turnOn(): Promise<void>
  turnOff(): Promise<void>
}

/** Notifications in the browser that shows this page. */
export function useThisBrowser(data: WebPushView | undefined): ThisBrowser {
  const t = useT()
  const language = useLanguage()
  const invalidate = useInvalidate()
  const [hash, setHash] = useState<string | null>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  const look = useCallback(async () => {
    const subscription = await currentSubscription().catch(() => undefined)
    setHash(subscription ? await hashEndpoint(subscription.endpoint) : null)
  }, [])
  useEffect(() => void look(), [look])

  const view = data?.browsers.find(({ endpoint_hash }) => endpoint_hash === hash)

  async function run(act: () => Promise<void>): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      await act()
      await invalidate(webPushPath)
      await look()
    } catch (error) {
      setFailure(t('push.failed', { reason: toError(error).message }))
    } finally {
      setBusy(false)
    }
  }

  return {
    obstacle: obstacle(),
    view,
    isKnown: data !== undefined && hash !== undefined,
    isBusy,
    failure,
    turnOn: () =>
      run(async () => {
        if (!data) return
        const permission = await Notification.requestPermission()
        if (permission === 'default') setFailure(t('push.dismissed'))
        if (permission !== 'granted') return
        const subscription = await subscribe(data)
        await api('POST', `${webPushPath}/browsers`, subscriptionInput(subscription, t, language))
        toast.success(t('push.turnedOn'))
      }),
    turnOff: () =>
      run(async () => {
        if (!view) return
        await api('DELETE', browserPath(view.id))
        await (await currentSubscription())?.unsubscribe()
        toast.success(t('push.turnedOff', { name: view.name }))
      }),
  }
}
