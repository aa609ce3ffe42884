import type { Live } from '@svc/plugin-enrollment/contract'
import type { Principal } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { ServiceMonitorChanged } from '@svc/protocol'

/** Who changes something, from where. */
export interface Actor {
  readonly principal: Principal
  readonly ip: string
}

/** What follows a change that was committed: it is in the audit log, and open browsers learn of it. */
export function makeChanges({ audit, live }: { audit: Audit; live: Pick<Live, 'broadcast'> }) {
  const tell = (monitorId: string) => live.broadcast(ServiceMonitorChanged, { monitor_id: monitorId })
  return {
    tell,
    note(
      { principal, ip }: Actor,
      what: 'create' | 'update' | 'delete' | 'check',
      monitor: { readonly id: string; readonly name: string },
      detail: Readonly<Record<string, unknown>> = {},
    ) {
      const { id, name } = monitor
      audit.write({ userId: principal.userId, action: `service_monitor.${what}`, detail: { id, name, ...detail }, ip })
      if (what !== 'check') tell(id)
    },
  }
}
export type Changes = ReturnType<typeof makeChanges>
