import type { Logger } from 'pino'
import type { PluginRecord } from './candidate.ts'
import type { LinkState } from './linked-plugins.ts'

/** Twice, a change is seen: a build has then written all of its files. */
const intervalMs = 250

interface Watching {
  readonly records: readonly PluginRecord[]
  readonly log: Logger
  onServerHalf(): void
  onDashboardHalf(record: PluginRecord): void
}

/** Watches the builds of linked plugins, until the returned function is called. */
export function watchLinked({ records, log, onServerHalf, onDashboardHalf }: Watching): () => void {
  const watched = records.flatMap((record) => {
    const { state } = record.candidate
    return state ? { record, state, known: state(), seen: undefined as LinkState | undefined } : []
  })
  if (watched.length === 0) return () => {}
  const timer = setInterval(() => {
    for (const each of watched) {
      const { record, state, known, seen } = each
      const now = state()
      const isSettled = seen?.server === now.server && seen.dashboard === now.dashboard
      const isNew = known.server !== now.server || known.dashboard !== now.dashboard
      each.seen = now
      if (!isNew || !isSettled) continue
      each.known = now
      const plugin = record.candidate.id
      if (known.server === now.server) {
        log.info({ plugin }, 'its dashboard was built again')
        onDashboardHalf(record)
      } else if (record.selected) {
        log.info({ plugin }, 'it was built again and is loaded with a restart')
        onServerHalf()
      }
    }
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
