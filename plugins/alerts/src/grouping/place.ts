import type { Servers } from '@svc/plugin-enrollment/contract'
import type { Registry } from '@svc/plugin-sdk'
import type { AlertSubjects } from '../contract.ts'
import type { MemberRow } from './alert-groups-store.ts'
import type { Cause } from './plan-groups.ts'

interface Context {
  readonly servers: Pick<Servers, 'placement'>
  readonly subjects: Registry<AlertSubjects>
}

/** Finds what a server has in common with others: the first of these kinds that it has. */
export const makePlaceOfServer =
  ({ servers }: Pick<Context, 'servers'>, kinds: readonly string[]) =>
  (serverId: string): Cause | undefined => {
    const place = servers.placement(serverId)
    for (const kind of kinds) {
      if (kind === 'server_group' && place?.group)
        return { key: `server_group:${place.group.id}`, name: place.group.name }
      if (kind !== 'location' || !place?.countryCode) continue
      const { countryCode, region } = place
      return {
        key: `location:${countryCode}:${region ?? ''}`,
        name: region ? `${region}, ${countryCode}` : countryCode,
      }
    }
    return undefined
  }

/** The same for members of alert groups. Other subjects are where the first of their servers with a place is. */
export function makePlaceOf(context: Context, kinds: readonly string[]) {
  const ofServer = makePlaceOfServer(context, kinds)
  return ({ subject_kind: kind, server_id: id }: Pick<MemberRow, 'subject_kind' | 'server_id'>): Cause | undefined => {
    if (kind === 'server') return ofServer(id)
    for (const serverId of context.subjects.get(kind)?.get(id)?.serverIds ?? []) {
      const cause = ofServer(serverId)
      if (cause) return cause
    }
    return undefined
  }
}
