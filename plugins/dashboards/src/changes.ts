import type { Live } from '@svc/plugin-enrollment/contract'
import type { Database, Principal } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { DashboardsChanged } from '@svc/protocol'

/** Who changes something, from where. */
export interface Actor {
  readonly principal: Principal
  readonly ip: string
}

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>
  readonly audit: Audit
  readonly live: Pick<Live, 'broadcast'>
}

/** What the audit log says of a change. */
interface Trace {
  readonly board: { readonly id: string; readonly name: string }
  readonly detail?: Readonly<Record<string, unknown>>
}

/** What goes with a change of boards. */
export function makeChanges({ db, audit, live }: Dependencies) {
  /** Boards that were made by nobody in particular are not audited. */
  const tell = (boardId: string) => live.broadcast(DashboardsChanged, { dashboard_id: boardId })
  return {
    tell,
    /** Makes a change and writes it to the audit log, both or neither; then open browsers learn of it. */
    make<T>(
      { principal, ip }: Actor,
      what: 'create' | 'update' | 'delete' | 'import',
      change: () => T,
      traceOf: (made: T) => Trace,
    ): T {
      const { made, id } = db.transaction(() => {
        const made = change()
        const { board, detail } = traceOf(made)
        const { id, name } = board
        audit.write({ userId: principal.userId, action: `dashboard.${what}`, detail: { id, name, ...detail }, ip })
        return { made, id }
      })
      tell(id)
      return made
    },
  }
}
export type Changes = ReturnType<typeof makeChanges>
