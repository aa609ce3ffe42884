import type { Live } from '@svc/plugin-enrollment/contract'
import type { Database, Principal } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { DashboardsChanged } from '@svc/protocol'

/** Who makes a change. A request has this form. */
export interface Actor {
  readonly principal: Principal
  readonly ip: string
}

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>
  readonly audit: Audit
  readonly live: Pick<Live, 'broadcast'>
}

interface AuditInfo {
  readonly board: { readonly id: string; readonly name: string }
  readonly detail?: Readonly<Record<string, unknown>>
}

/** Audits changes of boards and notifies browsers. */
export function makeAuditedChanges({ db, audit, live }: Dependencies) {
  /** On its own for changes that are not audited, because no user made them. */
  const notify = (boardId: string) => live.broadcast(DashboardsChanged, { dashboard_id: boardId })
  return {
    notify,
    /** Runs a change and writes its audit entry in one transaction, then notifies browsers. */
    run<T>(
      { principal, ip }: Actor,
      action: 'create' | 'update' | 'delete' | 'import',
      change: () => T,
      auditInfoOf: (result: T) => AuditInfo,
    ): T {
      const { result, id } = db.transaction(() => {
        const result = change()
        const { board, detail } = auditInfoOf(result)
        const { id, name } = board
        audit.write({ userId: principal.userId, action: `dashboard.${action}`, detail: { id, name, ...detail }, ip })
        return { result, id }
      })
      notify(id)
      return result
    },
  }
}
export type AuditedChanges = ReturnType<typeof makeAuditedChanges>
