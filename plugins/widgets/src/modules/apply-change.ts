import type { Live } from '@svc/plugin-enrollment/contract'
import type { Database, Principal } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { WidgetModulesChanged } from '@svc/protocol'
import type { ModuleRow } from './modules-store.ts'

interface Actor {
  readonly principal: Principal
  readonly ip: string
}

type Action = 'install' | 'uninstall' | 'enable' | 'disable'

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>
  readonly audit: Audit
  readonly live: Pick<Live, 'broadcast'>
}

/**
 * Runs a change and writes its audit entries in one transaction, then notifies browsers. `change` returns the changed
 * modules.
 */
export const makeApplyChange =
  ({ db, audit, live }: Dependencies) =>
  ({ principal, ip }: Actor, action: Action, change: () => readonly ModuleRow[]): readonly ModuleRow[] => {
    const rows = db.transaction(() => {
      const changed = change()
      for (const { id, version, source_type, source_url, code_sha256 } of changed) {
        const detail = { id, version, source_type, ...(source_url ? { source_url } : {}), code_sha256 }
        audit.write({ userId: principal.userId, action: `widget_module.${action}`, detail, ip })
      }
      return changed
    })
    if (rows.length > 0) live.broadcast(WidgetModulesChanged, {})
    return rows
  }
export type ApplyChange = ReturnType<typeof makeApplyChange>
