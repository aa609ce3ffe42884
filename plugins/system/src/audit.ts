import { type Clock, type Logger, type Registry, toSeconds } from '@svc/plugin-sdk'
import { encodeDetail } from './audit-detail.ts'
import type { AuditLogStore, AuditRow } from './audit-log-store.ts'
import type { Audit, AuditActors, AuditEntry } from './contract.ts'

interface Deps {
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

export function makeAudit({ store, log, ...rest }: Deps): Audit {
  const row = makeAuditRow(rest)
  return {
    write(entry) {
      try {
        store.insert(row(entry))
      } catch (err) {
        log.error({ err, action: entry.action }, 'failed to write an audit entry')
      }
    },
  }
}
