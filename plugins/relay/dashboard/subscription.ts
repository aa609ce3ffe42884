import { deviceName, type Translate } from '@svc/dashboard-sdk'
import type { WebPushView } from './push-view.ts'

/** Why this browser cannot be subscribed. */
export type Obstacle = 'insecure' | 'unsupported' | 'denied'

/** What is in the way of notifications here; undefined if nothing is, or permission can be asked for. */
export function obstacle(): Obstacle | undefined {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : undefined
}

const scope = '/page/relay/'

const toBase64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

const fromBase64url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

/** As the server hashes it, to find this browser in the list. */
export const hashEndpoint = async (endpoint: string): Promise<string> =>
  toBase64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))

/** The subscription of this browser, whoever it was made for. */
export async function currentSubscription(): Promise<PushSubscription | undefined> {
  if (obstacle()) return undefined
  const registration = await navigator.serviceWorker.getRegistration(scope)
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/** Resolves when the worker may take a subscription. */
async function activeRegistration(worker: string): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(worker, { scope })
  const starting = registration.installing ?? registration.waiting
  if (registration.active || !starting) return registration
  await new Promise<void>((resolve, reject) => {
    starting.addEventListener('statechange', () => {
      if (starting.state === 'activated') resolve()
      if (starting.state === 'redundant') reject(new Error('the service worker was not installed'))
    })
  })
  return registration
}

/** Subscribes this browser at its push service. Permission must have been granted. */
export async function subscribe({
  public_key,
  worker,
}: Pick<WebPushView, 'public_key' | 'worker'>): Promise<PushSubscription> {
  const { pushManager } = await activeRegistration(worker)
  const current = await pushManager.getSubscription()
  const key = current?.options.applicationServerKey
  // Made for another key of this server: nothing can be sent to it any more.
  if (current && key && toBase64url(key) !== public_key) await current.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: fromBase64url(public_key) })
}

/** What the server needs to know of a subscription. */
export function subscriptionInput(subscription: PushSubscription, t: Translate, language: string) {
  const { endpoint, keys } = subscription.toJSON()
  const { browser, system } = deviceName(navigator.userAgent)
  const name = browser && system ? t('push.browserOn', { browser, system }) : (browser ?? system ?? t('push.name'))
  return { endpoint, keys, origin: window.location.origin, name, language }
}
