import { type Clock, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { IncidentsStore, StoredIncident } from '../incidents/incidents-store.ts'
import type { MaintenancesStore, StoredOccurrence } from '../maintenance/maintenances-store.ts'
import { renderMarkdown } from '../markdown.ts'
import type { PublicHistory, PublicIncident, PublicIncidents, PublicMaintenance } from '../status-schema.ts'
import type { PublicServers } from './public-servers.ts'

const recentSeconds = 7 * 86_400

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly incidents: Pick<IncidentsStore, 'open' | 'resolvedSince' | 'within'>
  readonly windows: Pick<MaintenancesStore, 'within' | 'upcoming'>
  readonly servers: Pick<PublicServers, 'scope'>
}

/** Public incidents and maintenance windows; servers that are not on the page are left out. */
export function makePublicEvents({ clock, incidents, windows, servers }: Dependencies) {
  const shown = () => new Set(servers.scope().map(({ id }) => id))

  const viewIncident = async (incident: StoredIncident, ids: ReadonlySet<string>): Promise<PublicIncident> => ({
    id: incident.id,
    title: incident.title,
    severity: incident.severity,
    status: incident.status,
    created_at: toTimestamp(incident.created_at),
    resolved_at: incident.resolved_at === null ? null : toTimestamp(incident.resolved_at),
    server_ids: incident.serverIds.filter((id) => ids.has(id)),
    updates: await Promise.all(
      incident.updates.map(async ({ id, status, message, created_at }) => ({
        id,
        status,
        message,
        message_html: await renderMarkdown(message),
        created_at: toTimestamp(created_at),
      })),
    ),
  })
  const viewIncidents = (rows: readonly StoredIncident[]) => {
    const ids = shown()
    return Promise.all(rows.map((row) => viewIncident(row, ids)))
  }

  const viewWindows = (occurrences: readonly StoredOccurrence[]) => {
    const ids = shown()
    const now = toSeconds(clock.now())
    return Promise.all(
      occurrences
        .filter(({ maintenance }) => maintenance.is_public === 1)
        .map(
          async ({ maintenance, from, to }): Promise<PublicMaintenance> => ({
            id: maintenance.id,
            title: maintenance.title,
            description: maintenance.description,
            description_html: maintenance.description === null ? null : await renderMarkdown(maintenance.description),
            start_at: toTimestamp(from),
            end_at: toTimestamp(to),
            in_progress: from <= now && now < to,
            recurring: maintenance.recurrence !== null,
            all_servers: maintenance.all_servers === 1,
            server_ids: maintenance.serverIds.filter((id) => ids.has(id)),
          }),
        ),
    )
  }

  return {
    async incidents(): Promise<PublicIncidents> {
      const since = toSeconds(clock.now()) - recentSeconds
      const [open, resolved] = [incidents.open(), incidents.resolvedSince(since)]
      const [active, recent] = await Promise.all([viewIncidents(open.incidents), viewIncidents(resolved.incidents)])
      return { active, recent, has_more: open.hasMore || resolved.hasMore }
    },

    /** The current or next occurrence of each window, by start. */
    maintenances: (): Promise<PublicMaintenance[]> => viewWindows(windows.upcoming(toSeconds(clock.now()))),

    /** Occurrences from a month ago to a year ahead, by start. */
    occurrences(): Promise<PublicMaintenance[]> {
      const now = toSeconds(clock.now())
      return viewWindows(windows.within({ from: now - 31 * 86_400, to: now + 366 * 86_400 }).slice(0, 2000))
    },

    /** Of a month `YYYY-MM` in UTC. */
    async history(month: string, show: { incidents: boolean; maintenances: boolean }): Promise<PublicHistory> {
      const start = new Date(`${month}-01T00:00:00Z`)
      const end = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1)
      const [from, to] = [toSeconds(start.getTime()), toSeconds(end)]
      const happened = windows.within({ from, to: Math.min(to, toSeconds(clock.now()) + 1) })
      const ofMonth = show.incidents ? incidents.within(from, to) : { incidents: [], hasMore: false }
      return {
        month,
        incidents: await viewIncidents(ofMonth.incidents),
        maintenances: show.maintenances ? await viewWindows(happened.toReversed()) : [],
        has_more: ofMonth.hasMore,
      }
    },
  }
}
export type PublicEvents = ReturnType<typeof makePublicEvents>
