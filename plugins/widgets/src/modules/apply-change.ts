import type { Live } from '@svc/plugin-enrollment/contract'
import type { Database } from '@svc/plugin-sdk'
import type { Actor, Audit } from '@svc/plugin-system/contract'
import { WidgetModulesChanged } from '@svc/protocol'
import type { ModuleRow } from './modules-store.ts'

type Action = 'install' | 'uninstall' | 'enable' | 'disable'

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>
  readonly audit: Pick<Audit, 'act'>
  readonly live: Pick<Live, 'broadcast'>
}

const auditDetail = ({ id, version, source_type, source_url, code_sha256 }: ModuleRow) => ({
  id,
  version,
  source_type,
  ...(source_url && { source_url }),
  code_sha256,
})

/** Runs a change with an audit entry per changed module in one transaction, then notifies browsers. */
export const makeApplyChange =
  ({ db, audit, live }: Dependencies) =>
  (by: Actor, action: Action, change: () => readonly ModuleRow[]): readonly ModuleRow[] => {
    const rows = db.transaction(() => {
      const changed = change()
      for (const row of changed) audit.act(by, `widget_module.${action}`, () => row, auditDetail)
      return changed
    })
    if (rows.length > 0) live.broadcast(WidgetModulesChanged, {})
    return rows
  }
export type ApplyChange = ReturnType<typeof makeApplyChange>
