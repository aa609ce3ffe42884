import type { User } from '@svc/plugin-auth/contract'
import { type Category, defaultCategories, isAllowed, readCategories } from '../category.ts'
import type { BrowsersStore } from './browsers-store.ts'

/** What a user wants to be told, and when. */
export interface UserPreferences {
  /** in browsers; phones choose for themselves */
  readonly categories: readonly Category[]
  /** times of day, `HH:MM`, in `timeZone`; over midnight when `from` is after `to` */
  readonly quiet: { readonly from: string; readonly to: string } | null
  readonly timeZone: string
  /** Whether nothing may be sent at this time, in milliseconds. */
  isQuiet(now: number): boolean
}

export type PreferencesOf = (user: Pick<User, 'id' | 'role'>) => UserPreferences

/** Reads the preferences of users. */
export const makePreferences =
  (store: Pick<BrowsersStore, 'preferences'>): PreferencesOf =>
  ({ id, role }) => {
    const row = store.preferences(id)
    const timeZone = row?.time_zone ?? 'UTC'
    const { quiet_from: from = null, quiet_to: to = null } = row ?? {}
    const quiet = from === null || to === null ? null : { from, to }
    return {
      categories: (row ? readCategories(row.categories) : [...defaultCategories(role), 'upgrades' as const]).filter(
        (one) => isAllowed(one, role),
      ),
      quiet,
      timeZone,
      isQuiet(now) {
        if (!quiet || quiet.from === quiet.to) return false
        // Wall-clock times, so a change of daylight saving time moves nothing.
        const time = Temporal.Instant.fromEpochMilliseconds(now)
          .toZonedDateTimeISO(timeZone)
          .toPlainTime()
          .toString({ smallestUnit: 'minute' })
        return quiet.from < quiet.to ? time >= quiet.from && time < quiet.to : time >= quiet.from || time < quiet.to
      },
    }
  }
