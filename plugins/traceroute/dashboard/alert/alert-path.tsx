import { PageLink, useApi, useT } from '@svc/dashboard-sdk'
import type { HistoryEntry } from '@svc/plugin-traceroute/contract'
import type { ReactNode } from 'react'
import { serverTraceroutePage } from '../pages.ts'
import { tracesPath } from '../paths.ts'
import { HopList } from '../trace/hop-list.tsx'
import { readHops } from '../trace/reading.ts'
import { useTrace } from '../trace/use-trace.ts'

/** The path of packets when an alert fired; nothing if none was traced. */
export default function AlertPath(props: {
  alert: { readonly server_id: string; readonly rule_id: string; readonly first_triggered_at: string }
}): ReactNode {
  const { alert } = props
  const { data } = useApi<readonly HistoryEntry[]>(tracesPath(alert.server_id), {
    search: { alert_rule_id: alert.rule_id },
  })
  const evidence = data?.find((entry) => entry.alert?.since === alert.first_triggered_at)
  return evidence ? <Path entry={evidence} /> : null
}

function Path({ entry: { server_id, request_id, target } }: { entry: HistoryEntry }) {
  const t = useT()
  const { trace } = useTrace(server_id, request_id)
  return (
    <div>
      <h3 className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4 font-medium">
        {t('alert.path', { target })}
        <PageLink
          page={serverTraceroutePage}
          params={{ id: server_id }}
          search={{ trace: request_id }}
          className="font-normal text-accent text-xs hover:underline"
        >
          {t('alert.open')}
        </PageLink>
      </h3>
      {trace && <HopList readings={readHops(trace)} />}
    </div>
  )
}
