import { type Clock, type Database, forbidden, notFound, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { AuditWriter } from '../audit-writer.ts'
import type { MobileSession } from '../contract.ts'
import type { MobileDevice } from './device-schema.ts'
import type { Removal } from './removal.ts'
import type { RevocationCheck } from './revocation-check.ts'
import type { SessionRow, SessionsStore } from './sessions-store.ts'

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly store: SessionsStore
  readonly revocationCheck: RevocationCheck
  readonly remove: Removal
  readonly writeAudit: AuditWriter
}

/** Actions on one's own phones. */
export function makeDeviceActions({ db, clock, store, revocationCheck, remove, writeAudit }: Deps) {
  const unexpired = (row: SessionRow) => row.refresh_expires_at > toSeconds(clock.now())
  const end = (action: 'mobile_logout' | 'mobile_revoke', row: SessionRow, ip: string) =>
    db.transaction(() => {
      if (remove(row)) writeAudit(action, row, ip)
    })
  return {
    list: (userId: string): MobileDevice[] =>
      revocationCheck
        .withoutRevoked(store.ofUser(userId))
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
      const row = revocationCheck.unlessRevoked(store.get(id))
      if (!row) throw notFound('mobile.DEVICE_NOT_FOUND')
      if (row.user_id !== userId) throw forbidden('mobile.DEVICE_OF_ANOTHER_ACCOUNT')
      end('mobile_revoke', row, ip)
    },
    find(id: string): MobileSession | undefined {
      const row = revocationCheck.unlessRevoked(store.get(id))
      if (!row || !unexpired(row)) return undefined
      return { id, userId: row.user_id, installationId: row.installation_id, deviceName: row.device_name }
    },
  }
}
export type DeviceActions = ReturnType<typeof makeDeviceActions>
