import { randomUUID } from 'node:crypto'
import type { AgentSource, Agents, Live } from '@svc/plugin-enrollment/contract'
import {
  ApiError,
  type CodedText,
  type Core,
  conflict,
  notFound,
  type Registry,
  text,
  toSeconds,
} from '@svc/plugin-sdk'
import { Ack, type CapabilityDenied, type Payload, type SystemInfo } from '@svc/protocol'
import type { UpgradeObserver } from '../contract.ts'
import {
  LiveUpgradeProgress,
  LiveUpgradeResult,
  parseVersion,
  Upgrade,
  type UpgradeProgress,
  type UpgradeResult,
  type UpgradeStage,
} from '../wire.ts'
import { jobView } from './job-view.ts'
import type { JobEnd, JobRow, JobsStore } from './jobs-store.ts'

/** Milliseconds without a message, by stage: a download may take ten minutes, and a rollback waits for the candidate. */
const timeouts: Readonly<Record<UpgradeStage, number>> = {
  downloading: 660_000,
  verifying: 660_000,
  pre_flight: 120_000,
  installing: 120_000,
  restarting: 240_000,
}

/** For which ended jobs are in `FullSync`, and a late failure replaces a success. */
const recentSeconds = 24 * 3600

interface Dependencies {
  readonly store: JobsStore
  readonly agents: Pick<Agents, 'isOnline' | 'send'>
  readonly live: Pick<Live, 'broadcast'>
  readonly clock: Core['clock']
  readonly db: Core['db']
  readonly text: Core['text']
  readonly observers: Registry<UpgradeObserver>
  isOfRollout(jobId: string): boolean
  /** a job ended */
  onEnded(): void
}

export type Jobs = ReturnType<typeof makeJobs>

/** Upgrades of single agents: at most one per server, stored, so that they survive a restart of this program. */
export function makeJobs(deps: Dependencies) {
  const { store, agents, live, clock, db, text: sentence, observers, isOfRollout, onEnded } = deps
  /** as the agents said since this program started */
  const versions = new Map<string, string>()

  function end(job: JobRow, result: Partial<JobEnd> & Pick<JobEnd, 'status'>): void {
    const finished_at = toSeconds(clock.now())
    const ended: JobRow = { ...job, ...result, finished_at }
    const { id, stage, status, error_json, backup_path } = ended
    db.transaction(() => {
      store.end({ id, stage, status, error_json, backup_path, finished_at })
      // A roll-out tells of its end as a whole.
      if (isOfRollout(id)) return
      const { server_id: serverId, target_version: version } = job
      const failed = status === 'succeeded' ? 0 : 1
      for (const observer of observers.all()) observer.ended({ id, version, serverId, total: 1, failed })
    })
    const { server_id, job_id, target_version, error } = jobView(ended, sentence)
    live.broadcast(LiveUpgradeResult, { server_id, job_id, target_version, status, stage, error, backup_path })
    onEnded()
  }
  const fail = (job: JobRow, error: CodedText, status: 'failed' | 'timeout' = 'failed') =>
    end(job, { status, error_json: JSON.stringify(error) })

  const broadcastStage = ({ server_id, id: job_id, target_version }: JobRow, stage: UpgradeStage) =>
    live.broadcast(LiveUpgradeProgress, { server_id, job_id, target_version, stage })

  /** The last job of a server, if a message is about it. */
  function jobOf(serverId: string, about: { job_id?: string | null | undefined; target_version: string }) {
    const job = store.lastOf(serverId)
    const isSame = about.job_id ? about.job_id === job?.id : about.target_version === job?.target_version
    return job && isSame ? job : undefined
  }
  const runningJob = (serverId: string) => {
    const job = store.lastOf(serverId)
    return job?.status === 'running' ? job : undefined
  }

  return {
    versionOf: (serverId: string): string | undefined => versions.get(serverId),
    isRunning: (serverId: string): boolean => runningJob(serverId) !== undefined,

    /** Begins a job in the transaction of the caller. Throws an `ApiError` if it cannot begin. */
    begin(serverId: string, version: string, startedBy: string): JobRow {
      if (!agents.isOnline(serverId)) throw notFound('kernel.SERVER_OFFLINE')
      if (runningJob(serverId)) throw conflict('upgrade.ALREADY_RUNNING')
      const now = clock.now()
      const id = randomUUID()
      store.insert({
        id,
        server_id: serverId,
        from_version: versions.get(serverId) ?? null,
        target_version: version,
        started_by: startedBy,
        started_at: toSeconds(now),
        progressed_ms: now,
      })
      return store.get(id) as JobRow
    },

    /** Sends a job to its agent. Throws if the agent takes no more messages. */
    send(job: JobRow): void {
      const { id: job_id, target_version: version } = job
      broadcastStage(job, 'downloading')
      if (agents.send(job.server_id, Upgrade, { version, download_url: '', sha256: '', job_id })) return
      fail(job, text('upgrade.NOT_SENT'))
      throw new ApiError(500, 'upgrade.NOT_SENT', undefined, { code: 'INTERNAL_ERROR' })
    },

    onProgress(message: Payload<typeof UpgradeProgress>, from: AgentSource): void {
      from.reply(Ack, { msg_id: message.msg_id })
      const job = jobOf(from.serverId, message)
      if (job?.status !== 'running') return
      store.progress(job.id, message.stage, clock.now())
      if (job.stage !== message.stage) broadcastStage(job, message.stage)
    },

    /** The agent reports a failure, also one of which it had announced the success before. */
    onResult(message: Payload<typeof UpgradeResult>, from: AgentSource): void {
      const job = jobOf(from.serverId, message)
      const isLate = job?.status === 'succeeded' && (job.finished_at ?? 0) > toSeconds(clock.now()) - recentSeconds
      const { stage, error, backup_path = null } = message
      if (job && (job.status === 'running' || isLate)) {
        const reason = text('upgrade.AGENT_FAILED', { reason: error.slice(0, 500) })
        end(job, { status: 'failed', stage, backup_path, error_json: JSON.stringify(reason) })
      }
      // Acknowledged when it is stored: the agent repeats it until then.
      db.afterCommit(() => from.reply(Ack, { msg_id: message.msg_id }))
    },

    onSystemInfo({ agent_version }: Payload<typeof SystemInfo>, { serverId }: AgentSource): void {
      versions.set(serverId, agent_version)
      const job = runningJob(serverId)
      if (job && parseVersion(agent_version) === job.target_version)
        end(job, { status: 'succeeded', stage: 'restarting' })
    },

    onDenied({ capability }: Payload<typeof CapabilityDenied>, { serverId }: AgentSource): void {
      const job = capability === 'upgrade' ? runningJob(serverId) : undefined
      if (job) fail(job, text('upgrade.DENIED'))
    },

    serverDeleted: (id: string): void => void versions.delete(id),

    /** Ends jobs of which nothing was heard for too long. */
    sweep(): void {
      const now = clock.now()
      for (const job of store.running()) {
        const timeout = timeouts[job.stage]
        if (now - job.progressed_ms <= timeout) continue
        fail(job, text('upgrade.TIMED_OUT', { limit: { value: timeout / 1000, unit: 'duration' } }), 'timeout')
      }
    },

    /** For `FullSync`. */
    recent() {
      const since = toSeconds(clock.now()) - recentSeconds
      return store
        .last()
        .filter(({ finished_at }) => finished_at === null || finished_at > since)
        .map((row) => {
          const { error_text: _, from_version: _from, ...job } = jobView(row, sentence)
          return job
        })
    },
  }
}
