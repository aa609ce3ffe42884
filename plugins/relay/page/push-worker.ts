/** What this server sends. */
interface Message {
  readonly title: string
  readonly text: string
  /** of the page to open */
  readonly path: string
  readonly tag: string
}

/** The parts of a service worker that the types of pages do not have. */
interface PushScope {
  readonly location: Location
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    matchAll(
      options: object,
    ): Promise<readonly { url: string; focus(): Promise<unknown>; navigate(url: string): Promise<unknown> }[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: string, listener: (event: PushScopeEvent) => void): void
}
interface PushScopeEvent {
  readonly data?: { json(): unknown }
  readonly notification?: Notification
  waitUntil(work: Promise<unknown>): void
}

const scope = globalThis as unknown as PushScope

/** A message that cannot be read still has to be shown: browsers withdraw the permission of pages that show nothing. */
function read(event: PushScopeEvent): Partial<Message> {
  try {
    return (event.data?.json() ?? {}) as Partial<Message>
  } catch {
    return {}
  }
}

/** Only pages of this server, whatever the message says. */
function addressOf(path: unknown): string {
  const { origin } = scope.location
  const url = new URL(typeof path === 'string' ? path : '/', origin)
  return url.origin === origin ? url.href : origin
}

async function open(path: unknown): Promise<void> {
  const url = addressOf(path)
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const same = windows.find((one) => one.url === url)
  if (same) await same.focus()
  else await scope.clients.openWindow(url)
}

// A new version has nothing to wait for: it controls no page.
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))

scope.addEventListener('push', (event) => {
  const { title = 'svc', text = '', path, tag } = read(event)
  const options: NotificationOptions = {
    body: text,
    icon: '/favicon.svg',
    data: { path },
    ...(tag !== undefined && { tag }),
  }
  event.waitUntil(scope.registration.showNotification(title, options))
})

scope.addEventListener('notificationclick', (event) => {
  event.notification?.close()
  event.waitUntil(open((event.notification?.data as { path?: unknown } | undefined)?.path))
})
