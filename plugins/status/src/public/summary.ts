import type { OverallState, PublicPage, PublicSummary } from '../status-schema.ts'

type Shown = Pick<PublicPage, 'servers' | 'services' | 'incidents' | 'maintenances'>

/** Servers in maintenance are expected to be away. */
const expectedUp = ({ servers }: Shown) => servers.filter(({ in_maintenance }) => !in_maintenance)

function stateOf(shown: Shown): OverallState {
  const { servers, services, incidents, maintenances } = shown
  if (servers.length + services.length + incidents.active.length === 0) return 'unknown'
  const expected = expectedUp(shown)
  const offline = expected.filter(({ online }) => !online).length
  const isDegraded = expected.some(({ degraded }) => degraded)
  const isDown = services.some(({ status, in_maintenance }) => status === 'down' && !in_maintenance)
  const isCritical = incidents.active.some(({ severity }) => severity === 'critical')
  if (isCritical || (expected.length > 0 && offline * 2 > expected.length)) return 'outage'
  if (offline > 0 || isDegraded || isDown || incidents.active.length > 0) return 'degraded'
  const isMaintained = maintenances.some(({ in_progress }) => in_progress) || expected.length < servers.length
  return isMaintained ? 'maintenance' : 'operational'
}

/** Counts and the overall state of what is shown. */
export function summarize(title: string, shown: Shown): PublicSummary {
  const { servers, services, incidents, maintenances } = shown
  const count = <T>(all: readonly T[], matches: (one: T) => boolean) => all.filter(matches).length
  return {
    title,
    state: stateOf(shown),
    servers: {
      total: servers.length,
      online: count(servers, ({ online }) => online),
      in_maintenance: count(servers, ({ in_maintenance }) => in_maintenance),
    },
    services: {
      total: services.length,
      up: count(services, ({ status }) => status === 'up'),
      in_maintenance: count(services, ({ in_maintenance }) => in_maintenance),
    },
    active_incidents: incidents.active.length,
    ongoing_maintenances: count(maintenances, ({ in_progress }) => in_progress),
  }
}
