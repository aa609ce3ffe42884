import type { AlertSubjects } from '@svc/plugin-alerts/contract'
import { text } from '@svc/plugin-sdk'
import type { MonitorsStore } from './monitors/monitors-store.ts'

/** The kind of monitors among the subjects of alerts. */
export const monitorKind = 'monitor'

/** Lets alerts of monitors join the groups of their cause. */
export const makeAlertSubjects = ({ monitors }: { readonly monitors: Pick<MonitorsStore, 'get'> }): AlertSubjects => ({
  kind: monitorKind,
  get(id) {
    const row = monitors.get(id)
    return row && { name: row.name, serverIds: JSON.parse(row.server_ids_json) as string[] }
  },
  count: (count) => text('monitors.MONITORS', { count }),
})
