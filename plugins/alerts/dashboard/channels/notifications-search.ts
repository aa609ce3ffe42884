export const tabs = ['channels', 'groups', 'deliveries'] as const
export const states = ['waiting', 'sent', 'failed'] as const

/** What the page of notifications keeps in the address. */
export interface NotificationsSearch {
  readonly tab: (typeof tabs)[number]
  /** of the deliveries that are shown */
  readonly state: (typeof states)[number] | undefined
  readonly channel: string | undefined
}

/** Accepts any query string; what it does not understand is left out. */
export const parseNotificationsSearch = (raw: Readonly<Record<string, string>>): NotificationsSearch => ({
  tab: tabs.find((tab) => tab === raw.tab) ?? 'channels',
  state: states.find((state) => state === raw.state),
  channel: raw.channel?.slice(0, 64) || undefined,
})
