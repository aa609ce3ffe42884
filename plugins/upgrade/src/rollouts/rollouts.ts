import { randomUUID } from 'node:crypto'
import type { Agents, Live, Servers } from '@svc/plugin-enrollment/contract'
import {
  ApiError,
  badRequest,
  type CodedText,
  type Core,
  conflict,
  notFound,
  type Registry,
  text,
  toSeconds,
  toTimestamp,
} from '@svc/plugin-sdk'
import type { UpgradeObserver } from '../contract.ts'
import { readText } from '../jobs/job-view.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Rollout, RolloutServer } from '../upgrade-schema.ts'
import { compareVersions, parseVersion, UpgradeRolloutChanged } from '../wire.ts'
import type { RolloutRow, RolloutsStore, TargetRow } from './rollouts-store.ts'
import { waveOf } from './waves.ts'

/** Agents that download at the same time. */
const maxParallel = 20
/** Seconds that an upgraded agent has to stay, in which it would report a rollback. */
const stableSeconds = 20

interface Dependencies {
  readonly store: RolloutsStore
  readonly jobs: Pick<Jobs, 'begin' | 'send' | 'versionOf' | 'isRunning'>
  readonly agents: Pick<Agents, 'isOnline' | 'online' | 'capabilities'>
  readonly servers: Pick<Servers, 'get' | 'list'>
  readonly live: Pick<Live, 'broadcast'>
  readonly capabilities: Core['capabilities']
  readonly clock: Core['clock']
  readonly db: Core['db']
  readonly log: Core['log']
  readonly observers: Registry<UpgradeObserver>
}

const stateOf = ({ skipped_json, status }: TargetRow): RolloutServer['state'] =>
  skipped_json !== null ? 'skipped' : (status ?? 'waiting')
const isFailure = (target: TargetRow) => target.status === 'failed' || target.status === 'timeout'

export type Rollouts = ReturnType<typeof makeRollouts>

/** Upgrades of the fleet in waves. A roll-out is stored and goes on after a restart; the first failure stops it. */
export function makeRollouts(deps: Dependencies) {
  const { store, jobs, agents, servers, live, capabilities, clock, db, log, observers } = deps
  const mayUpgrade = (id: string) => (agents.capabilities(id) & capabilities.bitOf('upgrade')) !== 0
  const notify = (rollout_id: string) => live.broadcast(UpgradeRolloutChanged, { rollout_id })
  const now = () => toSeconds(clock.now())

  function end(rollout: RolloutRow, state: 'finished' | 'stopped' | 'cancelled'): boolean {
    const isEnded = db.transaction(() => {
      const isFirst = store.finish(rollout.id, state, now())
      if (isFirst && state !== 'cancelled') {
        const targets = store.targets(rollout.id)
        const { id, version } = rollout
        const failed = targets.filter(isFailure).length
        for (const one of observers.all()) one.ended({ id, version, serverId: null, total: targets.length, failed })
      }
      return isFirst
    })
    if (isEnded) notify(rollout.id)
    return isEnded
  }

  const refusalOf = (serverId: string): CodedText | undefined => {
    if (!agents.isOnline(serverId)) return text('kernel.SERVER_OFFLINE')
    return mayUpgrade(serverId) ? undefined : text('upgrade.DENIED')
  }

  /** Starts the job of a server, or says why it is left out. */
  function startOn(rollout: RolloutRow, target: TargetRow): void {
    const skip = (reason: CodedText) => store.skip(target.number, reason)
    const refusal = refusalOf(target.server_id)
    if (refusal) {
      skip(refusal)
      return
    }
    try {
      const job = db.transaction(() => {
        const begun = jobs.begin(target.server_id, rollout.version, rollout.started_by)
        store.setJob(target.number, begun.id)
        return begun
      })
      jobs.send(job)
    } catch (error) {
      // One that could not be sent has failed as a job.
      if (!(error instanceof ApiError))
        log.error({ err: error, server_id: target.server_id }, 'starting an upgrade failed')
      else if (error.status < 500 && error.text) skip(error.text)
    }
  }

  const isSettled = (target: TargetRow) =>
    target.skipped_json !== null ||
    (target.status === 'succeeded' &&
      agents.isOnline(target.server_id) &&
      now() - (target.finished_at ?? 0) >= stableSeconds)

  function advance(rollout: RolloutRow): void {
    const targets = store.targets(rollout.id)
    if (targets.some(isFailure)) return void end(rollout, 'stopped')
    const unsettled = targets.filter((target) => !isSettled(target))
    const [next] = unsettled
    if (!next) return void end(rollout, 'finished')
    // A wave in which nobody could be upgraded has proved nothing: the next server takes its place.
    const previous = targets.filter(({ wave }) => wave < next.wave)
    const isUnproved = previous.length > 0 && !previous.some(({ status }) => status === 'succeeded')
    if (isUnproved && next.job_id === null) store.move(next.number, 1)
    const wave = isUnproved ? [next] : unsettled.filter((target) => target.wave === next.wave)
    const running = unsettled.filter(({ status }) => status === 'running').length
    const starting = wave.filter(({ job_id }) => job_id === null).slice(0, maxParallel - running)
    for (const target of starting) startOn(rollout, target)
    if (starting.length > 0) notify(rollout.id)
  }

  const view = (rollout: RolloutRow): Rollout => ({
    id: rollout.id,
    version: rollout.version,
    state: rollout.state,
    started_at: toTimestamp(rollout.started_at),
    finished_at: rollout.finished_at === null ? null : toTimestamp(rollout.finished_at),
    servers: store.targets(rollout.id).map((target) => ({
      server_id: target.server_id,
      server_name: servers.get(target.server_id)?.name ?? target.server_id,
      wave: target.wave,
      state: stateOf(target),
      stage: target.stage,
      error_text: readText(target.skipped_json ?? target.error_json),
    })),
  })

  const isOlder = (id: string, version: string) => {
    const current = parseVersion(jobs.versionOf(id) ?? '')
    return current !== undefined && compareVersions(current, version) < 0
  }

  return {
    view,
    get(id: string): RolloutRow {
      const rollout = store.get(id)
      if (!rollout) throw notFound('upgrade.UNKNOWN_ROLLOUT')
      return rollout
    },
    page(limit: number, before?: number) {
      const { rows, next } = store.page(limit, before)
      return { rows: rows.map(view), next }
    },

    /** Starts a roll-out on the connected agents that are older, of all servers or of these. */
    start(version: string, startedBy: string, chosen?: readonly string[]): RolloutRow {
      if (store.running()) throw conflict('upgrade.ROLLOUT_RUNNING')
      const ids = servers
        .list()
        .map(({ id }) => id)
        .filter((id) => (chosen === undefined || chosen.includes(id)) && agents.isOnline(id) && mayUpgrade(id))
        .filter((id) => isOlder(id, version) && !jobs.isRunning(id))
      if (ids.length === 0) throw badRequest('upgrade.NOTHING_TO_UPGRADE', { version })
      const id = randomUUID()
      const targets = ids.map((server, index) => ({ id: server, wave: waveOf(index, ids.length) }))
      store.insert({ id, version, started_by: startedBy, started_at: now() }, targets)
      const rollout = store.get(id) as RolloutRow
      db.afterCommit(() => {
        notify(id)
        advance(rollout)
      })
      return rollout
    },

    /** No further server is started; upgrades that run go on. */
    cancel: (rollout: RolloutRow): boolean => end(rollout, 'cancelled'),

    /** Called regularly, and when a job ends. */
    advance(): void {
      const rollout = store.running()
      if (rollout) advance(rollout)
    },
  }
}
