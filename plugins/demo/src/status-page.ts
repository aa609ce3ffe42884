import type { EnrolledHost } from './fleet.ts'
import type { OwnServer } from './own-server.ts'
import type { TimeLapse } from './time-lapse.ts'

interface Options {
  readonly server: OwnServer
  readonly lapse: TimeLapse
  readonly enrolled: readonly EnrolledHost[]
  readonly monitorIds: readonly string[]
}

/** A public status page with an incident and maintenance. */
export async function seedStatusPage({ server, lapse, enrolled, monitorIds }: Options): Promise<void> {
  const idOf = (name: string) => enrolled.filter(({ host }) => host.name === name).map(({ serverId }) => serverId)
  const at = (hours: number) => new Date(lapse.realNow() + hours * 3_600_000).toISOString()
  await server.send('PUT', '/api/status-page', {
    ...{ enabled: true, title: 'Example Shop', description: 'Servers and services of a made-up shop.' },
    content: 'Everything on this page is **simulated**.',
    ...{ monitor_ids: monitorIds, show_network: true, allow_subscriptions: false },
  })
  const incident = await server.send<{ id: string }>('POST', '/api/incidents', {
    ...{ title: 'Backups are delayed', severity: 'minor', server_ids: idOf('nas'), is_public: true },
    message: 'The nightly backup did not finish. Yesterday’s backup is intact.',
  })
  await server.send('POST', `/api/incidents/${incident.id}/updates`, {
    ...{ status: 'identified', message: 'A stale lock of the repository. It is being removed.' },
  })
  await server.send('POST', '/api/maintenances', {
    ...{ title: 'Weekly updates', recurrence: 'FREQ=WEEKLY;BYDAY=SU', timezone: 'Europe/Berlin', is_public: true },
    ...{ start_at: at(30), end_at: at(32) },
  })
}
