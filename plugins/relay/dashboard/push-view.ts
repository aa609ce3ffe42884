/** `GET /api/web-push`. */
export interface WebPushView {
  readonly public_key: string
  readonly worker: string
  readonly browsers: readonly BrowserView[]
  readonly preferences: PreferencesView
  readonly available: readonly string[]
}

export interface BrowserView {
  readonly id: string
  readonly name: string
  readonly created_at: string
  readonly endpoint_hash: string
}

export const categories = ['alerts', 'security', 'task_failure', 'task_success', 'upgrades'] as const
export type Category = (typeof categories)[number]

export interface PreferencesView extends Readonly<Record<Category, boolean>> {
  readonly quiet_from: string | null
  readonly quiet_to: string | null
  readonly time_zone: string
}

/** The state of a test notification. */
export interface TestView {
  readonly event_id: string
  readonly outcome: string
  readonly reason: string
}

export const webPushPath = '/api/web-push'
export const browserPath = (id: string) => `${webPushPath}/browsers/${encodeURIComponent(id)}`
