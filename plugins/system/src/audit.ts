import { type Clock, type Logger, type Registry, toSeconds } from '@svc/plugin-sdk'
import { encodeDetail } from './audit-detail.ts'
import type { AuditLogStore, AuditRow } from './audit-log-store.ts'
import type { Audit, AuditActors, AuditEntry } from './contract.ts'

interface Parts {
  readonly store: AuditLogStore
  readonly actors: Registry<AuditActors>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
}

/** Fills a row with what only the log knows: the time and the actor's name. */
export const makeAuditRow =
  ({ actors, clock }: Pick<Parts, 'actors' | 'clock'>) =>
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

export function makeAudit({ store, log, ...rest }: Parts): Audit {
  const row = makeAuditRow(rest)
  return {
    write(entry) {
      try {
        store.insert(row(entry))
      } catch (err) {
        log.error({ err, action: entry.action }, 'an audit entry could not be written')
      }
    },
  }
}
