import type { Live } from '@svc/plugin-enrollment/contract'
import type { Database, Principal } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { WidgetModulesChanged } from '@svc/protocol'
import type { ModuleRow } from './modules-store.ts'

/** Who changes something, from where. */
interface Actor {
  readonly principal: Principal
  readonly ip: string
}

type Act = 'install' | 'uninstall' | 'enable' | 'disable'

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>
  readonly audit: Audit
  readonly live: Pick<Live, 'broadcast'>
}

/**
 * Makes a change and writes it to the audit log, both or neither; `change` returns the modules it was about. Open browsers load
 * it without a reload.
 */
export const makeActs =
  ({ db, audit, live }: Dependencies) =>
  ({ principal, ip }: Actor, act: Act, change: () => readonly ModuleRow[]): readonly ModuleRow[] => {
    const rows = db.transaction(() => {
      const changed = change()
      for (const { id, version, source_type, source_url, code_sha256 } of changed) {
        const detail = { id, version, source_type, ...(source_url ? { source_url } : {}), code_sha256 }
        audit.write({ userId: principal.userId, action: `widget_module.${act}`, detail, ip })
      }
      return changed
    })
    if (rows.length > 0) live.broadcast(WidgetModulesChanged, {})
    return rows
  }
export type Do = ReturnType<typeof makeActs>
