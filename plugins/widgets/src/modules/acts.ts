import type { Live } from '@svc/plugin-enrollment/contract'
import type { Principal } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { WidgetModulesChanged } from '@svc/protocol'
import type { ModuleRow } from './modules-store.js'

/** Who changes something, from where. */
interface Actor {
  readonly principal: Principal
  readonly ip: string
}

type Act = 'install' | 'uninstall' | 'enable' | 'disable'

/** What follows a change that was committed: the audit log has it, and open browsers load it without a reload. */
export const makeActs =
  ({ audit, live }: { audit: Audit; live: Pick<Live, 'broadcast'> }) =>
  ({ principal, ip }: Actor, act: Act, rows: readonly ModuleRow[]) => {
    for (const { id, version, source_type, source_url, code_sha256 } of rows) {
      const detail = { id, version, source_type, ...(source_url ? { source_url } : {}), code_sha256 }
      audit.write({ userId: principal.userId, action: `widget_module.${act}`, detail, ip })
    }
    live.broadcast(WidgetModulesChanged, {})
  }
export type Done = ReturnType<typeof makeActs>
