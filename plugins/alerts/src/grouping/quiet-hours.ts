import type { GroupRow } from '../notifications/groups/groups-store.ts'

/** Times of day, `HH:MM`, between which nobody is notified; over midnight when `from` is after `to`. */
export interface QuietHours {
  readonly from: string
  readonly to: string
}

/** Those of a notification group. */
export const quietOf = ({
  quiet_from: from,
  quiet_to: to,
}: Pick<GroupRow, 'quiet_from' | 'quiet_to'>): QuietHours | null => (from === null || to === null ? null : { from, to })

/** Tells whether a time, in milliseconds, is within quiet hours of a time zone. */
export function makeIsQuiet(timeZone: string) {
  // Made at the first use, because it takes milliseconds and most have no quiet hours.
  let clock: Intl.DateTimeFormat | undefined
  return (quiet: QuietHours | null, now: number): boolean => {
    if (!quiet || quiet.from === quiet.to) return false
    // Wall-clock times, so a change of daylight saving time moves nothing.
    clock ??= new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    const time = clock.format(now)
    const { from, to } = quiet
    return from < to ? time >= from && time < to : time >= from || time < to
  }
}
export type IsQuiet = ReturnType<typeof makeIsQuiet>
