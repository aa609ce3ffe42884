import { type Clock, type Database, type Logger, type Registry, toSeconds } from '@svc/plugin-sdk'
import { encodeDetail } from './audit-detail.ts'
import type { AuditLogStore, AuditRow } from './audit-log-store.ts'
import type { Actor, Audit, AuditActors, AuditEntry } from './contract.ts'

interface Deps {
  readonly db: Pick<Database, 'transaction'>
  readonly store: AuditLogStore
  readonly actors: Registry<AuditActors>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
}

/** Adds the time and the name of the actor. */
export const makeAuditRow =
  ({ actors, clock }: Pick<Deps, 'actors' | 'clock'>) =>
  ({ userId, action, detail, ip = '' }: AuditEntry): AuditRow => {
    const names = actors.all().map((item) => item.nameOf(userId))
    return {
      user_id: userId,
      user_label: names.find((name) => name !== undefined) ?? userId,
      action,
      detail: encodeDetail(detail),
      ip,
      created_at: toSeconds(clock.now()),
    }
  }

/** The user and address of an entry. */
export const whoOf = (by: Actor): Pick<AuditEntry, 'userId' | 'ip'> =>
  by === 'system' ? { userId: by } : { userId: 'principal' in by ? by.principal.userId : by.userId, ip: by.ip }

export function makeAudit({ db, store, log, ...rest }: Deps): Audit {
  const row = makeAuditRow(rest)
  const write = (entry: AuditEntry) => {
    try {
      store.insert(row(entry))
    } catch (err) {
      log.error({ err, action: entry.action }, 'failed to write an audit entry')
    }
  }
  return {
    write,
    act: <T>(by: Actor, action: string, act: () => T, detailOf: (result: T) => AuditEntry['detail']) =>
      db.transaction(() => {
        const result = act()
        const detail = detailOf(result)
        if (detail !== undefined) write({ ...whoOf(by), action, detail })
        return result
      }),
  }
}
