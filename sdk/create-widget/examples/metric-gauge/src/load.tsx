import { useMetric, useServer } from '@svc/widget-sdk'

/** The load of a server over the last minute. */
export function Load({ server, most }: { server: string; most: number }) {
  const name = useServer(server)?.name
  const load = useMetric(server, 'load1')
  if (load === undefined) return <p>There is no such server.</p>
  const isHigh = load > most
  return (
    <div style={{ display: 'grid', placeContent: 'center', height: '100%', textAlign: 'center' }}>
      <strong style={{ fontSize: '2rem', color: isHigh ? 'var(--danger)' : 'var(--ink)' }}>{load.toFixed(2)}</strong>
      <span style={{ color: 'var(--muted)' }}>{isHigh ? `${name}: high load` : name}</span>
    </div>
  )
}
