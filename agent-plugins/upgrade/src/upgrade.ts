import { randomUUID } from 'node:crypto'
import type { AgentContext, Link } from '@svc/agent-sdk'
import {
  compareVersions,
  parseVersion,
  type Upgrade,
  UpgradeProgress,
  UpgradeResult,
  type UpgradeStage,
} from '@svc/plugin-upgrade/wire'
import type { Payload } from '@svc/protocol'
import { downloadProgram, downloadText } from './download.ts'
import { reportFailure } from './failure-report.ts'
import { backUp, cleanUp, filesOf, install, sha256Of } from './install.ts'
import { preflight } from './preflight.ts'
import { checksumFiles, checksumOf, fileUrl } from './release.ts'
import { findSupervisor, type Supervisor, startAgain } from './restart.ts'
import { type OnBoundary, recover, rollBack } from './rollback.ts'
import { isSigned, type ReleaseKey } from './signature.ts'
import type { Transaction, TransactionFile } from './transaction.ts'
import { findWatcher, type TrialTiming, tryCandidate } from './trial.ts'

const maxProgramBytes = 512 * 1024 * 1024
const maxListBytes = 1024 * 1024
const requestTimeoutMs = 600_000
/** Starts of a candidate that nobody watches, before the old program is restored. */
const maxStarts = 3

export interface UpgraderOptions extends Pick<AgentContext, 'agentVersion' | 'handOver' | 'log'> {
  /** address of the releases */
  readonly base: string
  /** who has to sign the checksums; by default nobody */
  readonly releaseKey?: ReleaseKey | undefined
  /** name of the program for this platform */
  readonly asset: string
  /** absolute path of the program */
  readonly program: string
  /** arguments with which it is started again */
  readonly args: readonly string[]
  readonly file: TransactionFile
  readonly timing: TrialTiming
  readonly onBoundary?: OnBoundary
  readonly now?: () => number
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Replaces the program of this agent, and undoes it if the new one does not prove itself. */
export async function makeUpgrader(options: UpgraderOptions) {
  const { agentVersion, handOver, log, base, releaseKey, asset, program, args, file, timing } = options
  const { onBoundary = () => {}, now = Date.now } = options
  const closing = new AbortController()
  let link: Link | undefined
  let running: { readonly version: string } | undefined
  /** the failure to report */
  let unreported: Transaction | undefined
  /** called when the server has acknowledged this agent */
  let onAnnounced = () => {}
  const timers = new Set<NodeJS.Timeout>()
  const after = (ms: number, run: () => void) => void timers.add(setTimeout(run, ms))

  function report(): void {
    const transaction = unreported
    if (!transaction || !link) return
    void reportFailure(transaction, file, link).catch((error) =>
      log.warn({ reason: reasonOf(error) }, 'failed to record that the upgrade was reported'),
    )
  }

  const restart = (supervisor: Supervisor) => async () => startAgain(program, args, supervisor)
  const undo = (transaction: Transaction, error: string) =>
    handOver(async () => {
      await rollBack(transaction, error, { file, log, onBoundary })
      return startAgain(program, args, transaction.supervisor)
    })

  /** This is the candidate, and nobody watches it: the process that installed it has ended. */
  async function watchSelf(transaction: Transaction): Promise<void> {
    const watched = { ...transaction, starts: transaction.starts + 1 }
    if (watched.starts > maxStarts) return undo(transaction, `the candidate did not stay alive ${maxStarts} times`)
    await file.write(watched).catch((error) => log.warn({ reason: reasonOf(error) }, 'failed to count a start'))
    after(timing.announceMs, () => {
      if (running) undo(watched, `the candidate did not connect within ${timing.announceMs / 1000} seconds`)
    })
    onAnnounced = () => {
      onAnnounced = () => {}
      running = undefined
      if (agentVersion !== watched.target_version) return undo(watched, `the candidate reports version ${agentVersion}`)
      after(timing.stableMs, () => void confirm(watched))
    }
  }

  async function confirm(transaction: Transaction): Promise<void> {
    log.info({ version: transaction.target_version }, 'upgraded')
    try {
      await file.write({ ...transaction, phase: 'confirmed' })
      onBoundary('confirmed')
    } catch (error) {
      // The next start proves itself again.
      log.warn({ reason: reasonOf(error) }, 'failed to record the upgrade')
    }
  }

  /** This is the candidate. */
  async function prove(transaction: Transaction): Promise<void> {
    running = { version: transaction.target_version }
    const watcher = findWatcher()
    if (!watcher) return watchSelf(transaction)
    onAnnounced = () => watcher.announce(agentVersion)
    watcher.onGone(async () => {
      // The service manager starts the program again; without one this is the only agent that is left.
      if (transaction.supervisor === 'service') return handOver(restart('service'))
      const stored = await file.read()
      if (stored?.phase !== 'installed') return
      await watchSelf(stored)
      if (link) onAnnounced()
    })
  }

  const begin = (version: string, job: string | null): Transaction => ({
    schema: 1,
    job_id: job,
    from_version: agentVersion,
    target_version: version,
    program,
    backup: null,
    candidate_sha256: null,
    backup_sha256: null,
    supervisor: findSupervisor(),
    phase: 'prepared',
    started_at: Math.floor(now() / 1000),
    deadline: null,
    starts: 0,
    stage: 'downloading',
    error: null,
    report_pending: false,
  })

  /** Everything up to the installed candidate; keeps the transaction up to date. */
  async function prepare(transaction: Transaction): Promise<void> {
    const { target_version: version, job_id } = transaction
    const { candidate, backup } = filesOf(program)
    const enter = async (stage: UpgradeStage, more: Partial<Transaction> = {}) => {
      Object.assign(transaction, more, { stage })
      await file.write(transaction)
      link?.send(UpgradeProgress, { msg_id: randomUUID(), job_id, target_version: version, stage })
      onBoundary(stage)
    }
    const request = (maxBytes: number) => ({
      maxBytes,
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(requestTimeoutMs)]),
    })

    await enter('downloading')
    await cleanUp(program)
    const downloaded = await downloadProgram(fileUrl(base, version, asset), candidate, request(maxProgramBytes))
    onBoundary('downloaded')
    await enter('verifying')
    const published = await findChecksum(version, (url) => downloadText(url, request(maxListBytes)))
    if (published !== downloaded) throw new Error(`the checksum of ${asset} does not match the published one`)
    await enter('pre_flight')
    await preflight(candidate, version, closing.signal)
    const backup_sha256 = (await sha256Of(program)) ?? null
    if (backup_sha256 === null) throw new Error(`cannot read ${program}`)
    const deadline = Math.ceil((now() + timing.announceMs + timing.stableMs) / 1000)
    await enter('installing', { candidate_sha256: downloaded, backup_sha256, backup, deadline })
    await backUp(program)
    onBoundary('backed_up')
    await install(program)
    onBoundary('replaced')
    await enter('restarting', { phase: 'installed' })
  }

  async function findChecksum(version: string, read: (url: URL) => Promise<string>): Promise<string> {
    let reason: unknown
    for (const name of checksumFiles) {
      try {
        const list = await read(fileUrl(base, version, name))
        if (releaseKey && !isSigned(list, await read(fileUrl(base, version, `${name}.minisig`)), releaseKey))
          throw new Error(`${name} is not signed by upgrade.release_key`)
        const checksum = checksumOf(list, asset)
        if (checksum) return checksum
        reason = new Error(`${name} does not list ${asset}`)
      } catch (error) {
        reason ??= error
      }
    }
    throw reason
  }

  /** Runs after the agent has stopped: starts the candidate and decides. */
  async function runTrial(transaction: Transaction): Promise<number> {
    const { supervisor, target_version: version } = transaction
    onBoundary('stopped')
    const onSpawned = () => onBoundary('spawned')
    const result = await tryCandidate({ program, args, version, timing, onSpawned })
    onBoundary('tried')
    // The next start finds the transaction and goes on.
    if (result.kind === 'stopped') return 0
    if (result.kind === 'failed') await rollBack(transaction, result.error, { file, log, onBoundary })
    else await confirm(transaction)
    return startAgain(program, args, supervisor)
  }

  async function run(version: string, job: string | null): Promise<void> {
    const transaction = begin(version, job)
    try {
      await prepare(transaction)
      handOver(() => runTrial(transaction))
    } catch (error) {
      running = undefined
      const reason = reasonOf(error)
      log.error({ version, reason }, 'upgrade failed')
      // Installed, but the disk did not take the record: what is not recorded is not tried.
      const { candidate_sha256 } = transaction
      if (candidate_sha256 && (await sha256Of(program)) === candidate_sha256) return undo(transaction, reason)
      await cleanUp(program).catch(() => {})
      unreported = { ...transaction, phase: 'failed', error: reason, report_pending: true }
      await file.write(unreported).catch(() => {})
      report()
    }
  }

  function rejectionOf(version: string | undefined): string | undefined {
    if (running) return `an upgrade to ${running.version} is running`
    if (!version) return 'the version is not SemVer'
    if (parseVersion(agentVersion) && compareVersions(version, agentVersion) <= 0)
      return `version ${version} is not newer than ${agentVersion}`
    return undefined
  }

  const stored = await file.read()
  if (stored?.program === program) {
    const transaction = await recover(stored, file)
    if (transaction.phase === 'installed') await prove(transaction)
    else if (transaction.report_pending) unreported = transaction
  }

  return {
    start(message: Payload<typeof Upgrade>, from: Link): void {
      const version = parseVersion(message.version)
      const job_id = message.job_id ?? null
      const error = rejectionOf(version)
      if (version && !error) {
        running = { version }
        unreported = undefined
        void run(version, job_id)
        return
      }
      const about = { job_id, target_version: message.version, stage: 'downloading', backup_path: null } as const
      from.send(UpgradeResult, { msg_id: randomUUID(), ...about, error: error ?? '' })
    },

    connected(opened: Link): void {
      link = opened
      onAnnounced()
      report()
    },

    close(): void {
      closing.abort(new Error('the agent was stopped'))
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
