import { createActionsHelper, type ServiceMonitor, useServiceMonitors } from '@svc/widget-sdk'
import { useMemo } from 'react'

function sentence({ name, last_status, last_latency, last_error }: ServiceMonitor): string {
  if (last_status === null) return `${name} was never checked.`
  if (!last_status) return `${name} is down: ${last_error ?? 'no reason is known'}`
  return last_latency === null ? `${name} is up.` : `${name} is up, after ${Math.round(last_latency)} ms.`
}

/** How a service stands, and below it what can be done. */
export function MonitorCheck({ id, isEditing }: { id: string; isEditing: boolean }) {
  const { data, error, refetch } = useServiceMonitors()
  const monitor = data?.find((one) => one.id === id)
  // an action that needs the configuration is made where it is known; others stand beside `configSchema`
  const actions = useMemo(
    () =>
      createActionsHelper([
        {
          id: 'check',
          label: 'Check now',
          confirm: { title: 'Check it now?', body: 'The server asks the service once, besides its own hours.' },
          run: async ({ apiMutation }) => {
            await apiMutation('POST', `/api/service-monitors/${encodeURIComponent(id)}/check`)
            refetch()
          },
        },
      ]),
    [id, refetch],
  )
  if (error) return <p>{error.message}</p>
  if (!data) return <p>Asking …</p>
  if (!monitor) return <p>There is no such monitor.</p>
  return (
    <div style={{ display: 'grid', alignContent: 'center', justifyItems: 'start', gap: '0.75rem', height: '100%' }}>
      <p style={{ margin: 0 }}>{sentence(monitor)}</p>
      {!isEditing && actions.render('check')}
    </div>
  )
}
