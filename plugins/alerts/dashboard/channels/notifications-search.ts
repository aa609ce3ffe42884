export const tabs = ['channels', 'groups', 'deliveries'] as const
export const states = ['waiting', 'sent', 'failed'] as const

/** URL parameters of the notifications page. */
export interface NotificationsSearch {
  readonly tab: (typeof tabs)[number]
  /** filter of the deliveries */
  readonly state: (typeof states)[number] | undefined
  readonly channel: string | undefined
}

/** Ignores unknown and invalid parameters. */
export const parseNotificationsSearch = (raw: Readonly<Record<string, string>>): NotificationsSearch => ({
  tab: tabs.find((tab) => tab === raw.tab) ?? 'channels',
  state: states.find((state) => state === raw.state),
  channel: raw.channel?.slice(0, 64) || undefined,
})
