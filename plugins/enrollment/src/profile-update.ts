import { type Clock, type Database, invalid, toSeconds } from '@svc/plugin-sdk'
import type { GroupsStore } from './groups-store.ts'
import { normalizeProfile } from './profile.ts'
import type { ProfileInput } from './server-schema.ts'
import type { Changes, ServerRow, ServersStore } from './servers-store.ts'

interface Dependencies {
  readonly db: Database
  readonly clock: Clock
  readonly servers: ServersStore
  readonly groups: GroupsStore
  /** Called in the transaction. */
  onUpdated(serverId: string, difference: Difference): void
}

/** The changed columns, each with its value before and after. */
export type Difference = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>

/** A country set manually is pinned and no longer changed by GeoIP; clearing it unpins it. */
const locationChanges = (country: string | null | undefined): Changes => {
  if (country === undefined) return {}
  if (country === null) return { country_code: null, region: null, geo_manual: 0 }
  return { country_code: country, geo_manual: 1 }
}

/** Applies an update and returns the difference; an empty difference means that nothing was written. */
export function makeProfileUpdate({ db, clock, servers, groups, onUpdated }: Dependencies) {
  return (id: string, input: ProfileInput): { before: ServerRow; difference: Difference } => {
    const { hidden, country_code, ...profile } = normalizeProfile(input)
    const values: Changes = { ...profile, ...locationChanges(country_code) }
    if (hidden !== undefined) values.hidden = hidden ? 1 : 0
    return db.transaction(() => {
      const before = servers.require(id)
      const group = values.group_id
      if (group && group !== before.group_id && !groups.get(group))
        throw invalid('group_id', 'enrollment.UNKNOWN_GROUP')
      // The region found by GeoIP belongs to the previous country.
      if (country_code && country_code !== before.country_code) values.region = null
      const changed = (Object.keys(values) as (keyof Changes)[]).filter((column) => values[column] !== before[column])
      const difference = Object.fromEntries(
        changed.map((column) => [column, { from: before[column], to: values[column] }]),
      )
      if (changed.length > 0) {
        const changes = Object.fromEntries(changed.map((column) => [column, values[column]])) as Changes
        servers.update(id, changes, toSeconds(clock.now()))
        onUpdated(id, difference)
      }
      return { before, difference }
    })
  }
}
export type UpdateProfile = ReturnType<typeof makeProfileUpdate>
