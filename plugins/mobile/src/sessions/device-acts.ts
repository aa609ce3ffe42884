import { type Clock, type Database, forbidden, notFound, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { MobileSession } from '../contract.ts'
import type { Trace } from '../trace.ts'
import type { MobileDevice } from './device-schema.ts'
import type { Liveness } from './liveness.ts'
import type { Removal } from './removal.ts'
import type { SessionRow, SessionsStore } from './sessions-store.ts'

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly store: SessionsStore
  readonly liveness: Liveness
  readonly remove: Removal
  readonly trace: Trace
}

/** What users do with their own phones. */
export function makeDeviceActs({ db, clock, store, liveness, remove, trace }: Deps) {
  const unexpired = (row: SessionRow) => row.refresh_expires_at > toSeconds(clock.now())
  const end = (action: 'mobile_logout' | 'mobile_revoke', row: SessionRow, ip: string) =>
    db.transaction(() => {
      if (remove(row)) trace(action, row, ip)
    })
  return {
    list: (userId: string): MobileDevice[] =>
      liveness
        .allAlive(store.ofUser(userId))
        .filter(unexpired)
        .map(({ id, device_name, installation_id, created_at, last_used_at }) => ({
          id,
          device_name,
          installation_id,
          created_at: toTimestamp(created_at),
          last_used_at: toTimestamp(last_used_at),
        })),
    logout: (row: SessionRow, ip: string): void => end('mobile_logout', row, ip),
    revoke(userId: string, id: string, ip: string): void {
      const row = liveness.unlessDead(store.get(id))
      if (!row) throw notFound('there is no such device')
      if (row.user_id !== userId) throw forbidden('the device belongs to another account')
      end('mobile_revoke', row, ip)
    },
    living(id: string): MobileSession | undefined {
      const row = liveness.unlessDead(store.get(id))
      if (!row || !unexpired(row)) return undefined
      return { id, userId: row.user_id, installationId: row.installation_id, deviceName: row.device_name }
    },
  }
}
export type DeviceActs = ReturnType<typeof makeDeviceActs>
