import type { Live } from '@svc/plugin-enrollment/contract'
import type { Principal } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { ServiceMonitorChanged } from '@svc/protocol'

/** Who changes something, from where. */
export interface Actor {
  readonly principal: Principal
  readonly ip: string
}

/** What goes with a change: its trace in the audit log, and after the commit the word to open browsers. */
export function makeChanges({ audit, live }: { audit: Audit; live: Pick<Live, 'broadcast'> }) {
  return {
    tell: (monitorId: string) => live.broadcast(ServiceMonitorChanged, { monitor_id: monitorId }),
    /** In the transaction of the change. */
    note(
      { principal, ip }: Actor,
      what: 'create' | 'update' | 'delete' | 'check',
      monitor: { readonly id: string; readonly name: string },
      detail: Readonly<Record<string, unknown>> = {},
    ) {
      const { id, name } = monitor
      audit.write({ userId: principal.userId, action: `service_monitor.${what}`, detail: { id, name, ...detail }, ip })
    },
  }
}
export type Changes = ReturnType<typeof makeChanges>
