import { useInstalledDashboard, useT } from '@svc/dashboard-sdk'
import type { PluginView } from '@svc/plugin-system/contract'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** Why the pages of a third-party plugin are missing although it runs. */
export function DashboardNote({ plugin: { id, dashboard } }: { plugin: PluginView }): ReactNode {
  const t = useT()
  const { fault, detail } = useInstalledDashboard(id) ?? {}
  const error = dashboard?.error ?? detail
  if (!dashboard || error === undefined) return null
  return (
    <div className="mt-2 flex max-w-3xl items-start gap-2.5 rounded-md bg-warn/10 px-3 py-2 text-sm">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
      <div className="min-w-0 break-words">
        <p className="text-muted">{t(`plugins.dashboard.fault.${fault ?? 'refused'}`)}</p>
        <p className="font-mono text-xs">{error}</p>
      </div>
    </div>
  )
}
