import { type Category, categories, type PreferencesView } from './push-view.ts'

export interface PreferencesDraft extends Record<Category, boolean> {
  has_quiet_hours: boolean
  from: string
  to: string
}

/** Quiet hours of somebody who has none yet. */
const night = { from: '22:00', to: '07:00' }

export const draftOf = ({ quiet_from, quiet_to, time_zone: _, ...wanted }: PreferencesView): PreferencesDraft => ({
  ...wanted,
  has_quiet_hours: quiet_from !== null,
  from: quiet_from ?? night.from,
  to: quiet_to ?? night.to,
})

/** The time zone is that of the browser in which quiet hours are set. */
export function inputOf({ has_quiet_hours, from, to, ...wanted }: PreferencesDraft, timeZone: string): PreferencesView {
  const chosen = Object.fromEntries(categories.map((one) => [one, wanted[one]])) as Record<Category, boolean>
  return {
    ...chosen,
    quiet_from: has_quiet_hours ? from : null,
    quiet_to: has_quiet_hours ? to : null,
    time_zone: timeZone,
  }
}
