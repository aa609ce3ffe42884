import type { Live } from '@svc/plugin-enrollment/contract'
import type { Principal } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { DashboardsChanged } from '@svc/protocol'

/** Who changes something, from where. */
export interface Actor {
  readonly principal: Principal
  readonly ip: string
}

/** What follows a change that was committed: it is in the audit log, and open browsers learn of it. */
export function makeChanges({ audit, live }: { audit: Audit; live: Pick<Live, 'broadcast'> }) {
  /** Boards that were made by nobody in particular are not audited. */
  const tell = (boardId: string) => live.broadcast(DashboardsChanged, { dashboard_id: boardId })
  return {
    tell,
    done(
      { principal, ip }: Actor,
      what: 'create' | 'update' | 'delete' | 'import',
      board: { readonly id: string; readonly name: string },
      detail: Readonly<Record<string, unknown>> = {},
    ) {
      const { id, name } = board
      audit.write({ userId: principal.userId, action: `dashboard.${what}`, detail: { id, name, ...detail }, ip })
      tell(id)
    },
  }
}
export type Changes = ReturnType<typeof makeChanges>
