import { useMetric, useServer } from '@svc/widget-sdk'

/** The one-minute load average of a server. */
export function Load({ server, threshold }: { server: string; threshold: number }) {
  const name = useServer(server)?.name
  const load = useMetric(server, 'load1')
  if (load === undefined) return <p>Server not found</p>
  const isHigh = load > threshold
  return (
    <div style={{ display: 'grid', placeContent: 'center', height: '100%', textAlign: 'center' }}>
      <strong style={{ fontSize: '2rem', color: isHigh ? 'var(--danger)' : 'var(--ink)' }}>{load.toFixed(2)}</strong>
      <span style={{ color: 'var(--muted)' }}>{isHigh ? `${name}: high load` : name}</span>
    </div>
  )
}
