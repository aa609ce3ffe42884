import { type Agents, agentOffline, agentOnline, type Server, type Servers } from '@svc/plugin-enrollment/contract'
import { type Core, listen, type Registry, toSeconds } from '@svc/plugin-sdk'
import type { Runs } from '@svc/plugin-system/contract'
import { hourOfMinute, minuteOf } from '@svc/series'
import type { NewRecord, PlannedOutages, Sample } from '../contract.ts'
import type { RecordsStore } from '../records-store.ts'
import { agentStartsStore } from './agent-starts-store.ts'
import { backfillMinutes, isRecent, makeBackfill } from './backfill.ts'
import { makeLateRecords } from './late-records.ts'
import { makeGapsReader } from './read-gaps.ts'
import { gapRoutes } from './routes.ts'

interface Dependencies extends Pick<Core, 'db' | 'clock' | 'log' | 'offload'> {
  readonly agents: Pick<Agents, 'send'>
  readonly servers: Pick<Servers, 'get' | 'require'>
  readonly runs: Runs
  readonly planned: Registry<PlannedOutages>
  readonly store: Pick<RecordsStore, 'add'>
  isRecorded(number: number, minute: number): boolean
  /** minute of the server's latest sample if it is not written yet */
  pendingMinute(serverId: string): number | undefined
  /** Called when a past hour got new records. */
  onPastHourChanged(): void
  /** `retention.uptime_daily_days` */
  readonly uptimeDays: number
}

/** Fills in missed minutes from what agents kept, and reports the cause of the remaining gaps. */
export function makeGaps(deps: Dependencies) {
  const { db, clock, log, servers, store, isRecorded, pendingMinute, onPastHourChanged } = deps
  const starts = agentStartsStore(db)
  /** servers that have reported on their current connection */
  const reported = new Set<string>()

  const late = makeLateRecords({
    clock,
    log,
    write: (records) =>
      store.add(
        records.filter(({ serverId }) => servers.get(serverId)),
        isRecorded,
      ),
    onWritten(records) {
      const hour = hourOfMinute(minuteOf(clock.now()))
      if (records.some(({ minute }) => hourOfMinute(minute) < hour)) onPastHourChanged()
      backfill.requestNext()
    },
  })
  const backfill = makeBackfill({
    ...deps,
    late,
    isRecorded: (serverId, number, minute) =>
      pendingMinute(serverId) === minute || late.has(number, minute) || isRecorded(number, minute),
    onAgentStart: (number, at) => starts.add(number, 'agent', at),
  })
  const unwrittenMinutes = ({ id, number }: Server): number[] => {
    const sampled = pendingMinute(id)
    const current = minuteOf(clock.now())
    const recent = Array.from({ length: backfillMinutes }, (_, i) => current - 1 - i)
    return [...recent.filter((minute) => late.has(number, minute)), ...(sampled === undefined ? [] : [sampled])]
  }
  const read = makeGapsReader({ ...deps, unwrittenMinutes })

  const resetConnection = ({ serverId }: { readonly serverId: string }) => {
    reported.delete(serverId)
    backfill.disconnect(serverId)
  }

  return {
    messages: backfill.messages,
    /** Called for every received report. */
    onReport(number: number, serverId: string, { report, receivedAt }: Sample) {
      if (reported.has(serverId)) return
      reported.add(serverId)
      if (report.uptime > 0) starts.add(number, 'host', toSeconds(receivedAt) - report.uptime)
    },
    /** Called with a sample of a past minute that was never written. */
    onMissed(record: NewRecord) {
      if (isRecent(record.minute, clock.now())) late.put(record)
    },
    on: [listen(agentOnline, resetConnection), listen(agentOffline, resetConnection)],
    routes: gapRoutes(servers, read),
    close: late.close,
  }
}
