import { createActionsHelper, type ServiceMonitor, useServiceMonitors } from '@svc/widget-sdk'
import { useMemo } from 'react'

function statusText({ name, last_status, last_latency, last_error }: ServiceMonitor): string {
  if (last_status === null) return `${name} has not been checked yet`
  if (!last_status) return `${name} is down: ${last_error ?? 'unknown reason'}`
  return last_latency === null ? `${name} is up` : `${name} is up (${Math.round(last_latency)} ms)`
}

/** The status of a service, with a button to check it. */
export function MonitorCheck({ id, isEditing }: { id: string; isEditing: boolean }) {
  const { data, error, refetch } = useServiceMonitors()
  const monitor = data?.find((one) => one.id === id)
  // This action needs the configuration. Actions that don't can be declared next to `configSchema`.
  const actions = useMemo(
    () =>
      createActionsHelper([
        {
          id: 'check',
          label: 'Check now',
          confirm: { title: 'Check now?', body: 'Runs one check in addition to the schedule.' },
          run: async ({ apiMutation }) => {
            await apiMutation('POST', `/api/service-monitors/${encodeURIComponent(id)}/check`)
            refetch()
          },
        },
      ]),
    [id, refetch],
  )
  if (error) return <p>{error.message}</p>
  if (!data) return <p>Loading…</p>
  if (!monitor) return <p>Monitor not found</p>
  return (
    <div style={{ display: 'grid', alignContent: 'center', justifyItems: 'start', gap: '0.75rem', height: '100%' }}>
      <p style={{ margin: 0 }}>{statusText(monitor)}</p>
      {!isEditing && actions.render('check')}
    </div>
  )
}
