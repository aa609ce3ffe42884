import type { Live } from '@svc/plugin-enrollment/contract'
import type { Principal } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { ServiceMonitorChanged } from '@svc/protocol'

/** Who makes a change, and from which address. */
export interface Actor {
  readonly principal: Principal
  readonly ip: string
}

/** Publishes changes: to the audit log, and to open browsers. */
export function makeChanges({ audit, live }: { audit: Audit; live: Pick<Live, 'broadcast'> }) {
  return {
    /** Call it after the commit. */
    broadcast: (monitorId: string) => live.broadcast(ServiceMonitorChanged, { monitor_id: monitorId }),
    /** Writes an audit entry. Call it in the transaction of the change. */
    audit(
      { principal, ip }: Actor,
      action: 'create' | 'update' | 'delete' | 'check',
      { id, name }: { readonly id: string; readonly name: string },
      detail: Readonly<Record<string, unknown>> = {},
    ) {
      audit.write({
        userId: principal.userId,
        action: `service_monitor.${action}`,
        detail: { id, name, ...detail },
        ip,
      })
    },
  }
}
export type Changes = ReturnType<typeof makeChanges>
