import { type Clock, type Database, invalid, notFound, toSeconds } from '@svc/plugin-sdk'
import type { GroupsStore } from './groups-store.ts'
import { makeProblems } from './problems.ts'
import { normalizeProfile } from './profile.ts'
import type { ProfileInput } from './server-schema.ts'
import type { Changes, ServerRow, ServersStore } from './servers-store.ts'

interface Dependencies {
  readonly db: Database
  readonly clock: Clock
  readonly servers: ServersStore
  readonly groups: GroupsStore
}

/** Columns that differ, each with its value before and after. */
export type Difference = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>

/** A country set by hand is pinned against GeoIP; clearing it hands the place back to GeoIP. */
const place = (country: string | null | undefined): Changes => {
  if (country === undefined) return {}
  if (country === null) return { country_code: null, region: null, geo_manual: 0 }
  return { country_code: country, geo_manual: 1 }
}

/** Applies an update and returns what it changed; an empty difference means nothing was written. */
export function makeProfileUpdate({ db, clock, servers, groups }: Dependencies) {
  return (id: string, input: ProfileInput): { before: ServerRow; difference: Difference } => {
    const problems = makeProblems()
    const { hidden, country_code, ...profile } = normalizeProfile(input, problems)
    problems.settle()
    const wanted: Changes = { ...profile, ...place(country_code) }
    if (hidden !== undefined) wanted.hidden = hidden ? 1 : 0
    return db.transaction(() => {
      const before = servers.get(id)
      if (!before) throw notFound('no such server')
      const group = wanted.group_id
      if (group && group !== before.group_id && !groups.get(group)) throw invalid('group_id', 'names no group')
      // what GeoIP found lies in the country it found
      if (country_code && country_code !== before.country_code) wanted.region = null
      const changed = (Object.keys(wanted) as (keyof Changes)[]).filter((column) => wanted[column] !== before[column])
      const difference = Object.fromEntries(
        changed.map((column) => [column, { from: before[column], to: wanted[column] }]),
      )
      if (changed.length > 0) {
        const changes = Object.fromEntries(changed.map((column) => [column, wanted[column]])) as Changes
        servers.update(id, changes, toSeconds(clock.now()))
      }
      return { before, difference }
    })
  }
}
export type UpdateProfile = ReturnType<typeof makeProfileUpdate>
