import { api, useLanguage, useT } from '@svc/dashboard-sdk'
import { useEffect } from 'react'
import { type WebPushView, webPushPath } from './push-view.ts'
import { currentSubscription, hashEndpoint, subscriptionInput } from './subscription.ts'

/**
 * A subscription loses its session when that expires. The next sign-in attaches it again, if it is one of this user: a
 * sign-out of this session then ends it.
 */
export default function AttachSubscription(): null {
  const t = useT()
  const language = useLanguage()
  useEffect(() => {
    async function attach(): Promise<void> {
      const subscription = await currentSubscription()
      if (!subscription) return
      const { browsers } = await api<WebPushView>('GET', webPushPath)
      const hash = await hashEndpoint(subscription.endpoint)
      if (!browsers.some(({ endpoint_hash }) => endpoint_hash === hash)) return
      await api('POST', `${webPushPath}/browsers`, subscriptionInput(subscription, t, language))
    }
    // Nobody waits for it, and the next visit tries again.
    attach().catch(() => {})
  }, [t, language])
  return null
}
