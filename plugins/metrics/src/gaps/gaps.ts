import { type Agents, agentOffline, agentOnline, type Server, type Servers } from '@svc/plugin-enrollment/contract'
import { type Core, listen, type Registry, toSeconds } from '@svc/plugin-sdk'
import type { RetentionTier, Runs } from '@svc/plugin-system/contract'
import type { PlannedOutages, Sample } from '../contract.ts'
import { hourOfMinute } from '../period-key.ts'
import { minuteOf } from '../record-key.ts'
import type { NewRecord, RecordsStore } from '../records-store.ts'
import { agentStartsStore } from './agent-starts-store.ts'
import { isRecent, keptMinutes, makeBackfill } from './backfill.ts'
import { makeGapsReader } from './gaps-reader.ts'
import { makeLateRecords } from './late-records.ts'
import { gapRoutes } from './routes.ts'

interface Dependencies extends Pick<Core, 'db' | 'clock' | 'log' | 'offload'> {
  readonly agents: Pick<Agents, 'send'>
  readonly servers: Pick<Servers, 'get'>
  readonly runs: Runs
  readonly planned: Registry<PlannedOutages>
  readonly store: Pick<RecordsStore, 'add'>
  isRecorded(number: number, minute: number): boolean
  /** the minute of the last sample of a server while it waits to be written */
  waiting(serverId: string): number | undefined
  /** Called when an hour that is over got records. */
  changedHour(): void
  /** `retention.uptime_daily_days`: what is known of minutes */
  readonly knownDays: number
}

/** Fills minutes that were missed, as far as agents kept them, and tells why the others are missing. */
export function makeGaps(deps: Dependencies) {
  const { db, clock, log, servers, store, isRecorded, waiting, changedHour, knownDays } = deps
  const starts = agentStartsStore(db)
  /** servers that reported on their present connection */
  const heard = new Set<string>()

  const late = makeLateRecords({
    clock,
    log,
    write: (records) =>
      store.add(
        records.filter(({ serverId }) => servers.get(serverId)),
        isRecorded,
      ),
    written(records) {
      const hour = hourOfMinute(minuteOf(clock.now()))
      if (records.some(({ minute }) => hourOfMinute(minute) < hour)) changedHour()
      backfill.askNext()
    },
  })
  const backfill = makeBackfill({
    ...deps,
    late,
    isRecorded: (serverId, number, minute) =>
      waiting(serverId) === minute || late.has(number, minute) || isRecorded(number, minute),
    started: (number, at) => starts.note(number, 'agent', at),
  })
  const arriving = ({ id, number }: Server): number[] => {
    const sampled = waiting(id)
    const current = minuteOf(clock.now())
    const recent = Array.from({ length: keptMinutes }, (_, i) => current - 1 - i)
    return [...recent.filter((minute) => late.has(number, minute)), ...(sampled === undefined ? [] : [sampled])]
  }
  const read = makeGapsReader({ ...deps, arriving })

  const over = ({ serverId }: { readonly serverId: string }) => {
    heard.delete(serverId)
    backfill.forget(serverId)
  }
  const tier: RetentionTier = { table: 'metrics_agent_starts', column: 'at', days: knownDays }

  return {
    messages: backfill.messages,
    /** A report of this server was received. */
    heard(number: number, serverId: string, { report, receivedAt }: Sample) {
      if (heard.has(serverId)) return
      heard.add(serverId)
      if (report.uptime > 0) starts.note(number, 'host', toSeconds(receivedAt) - report.uptime)
    },
    /** A sample of a minute that is over, of which no record was written. */
    passed(record: NewRecord) {
      if (isRecent(record.minute, clock.now())) late.put(record)
    },
    on: [listen(agentOnline, over), listen(agentOffline, over)],
    routes: gapRoutes(servers, read),
    tier,
    close: late.close,
  }
}
