import { type Static, Type } from '@sinclair/typebox'
import { defineMessage, nullish, optional, str } from '@svc/protocol'

/** How far an upgrade has come, in order. */
export const upgradeStages = ['downloading', 'verifying', 'pre_flight', 'installing', 'restarting'] as const
export const UpgradeStage = Type.Union(upgradeStages.map((stage) => Type.Literal(stage)))
export type UpgradeStage = (typeof upgradeStages)[number]

/** Server to agent: upgrade to this version, without `v`. The agent knows where its releases are. */
export const Upgrade = defineMessage('upgrade', {
  version: str(),
  /** always empty: the server does not decide where programs come from */
  download_url: optional(str()),
  /** always empty */
  sha256: optional(str()),
  job_id: nullish(str()),
})

const about = { msg_id: str(), job_id: nullish(str()), target_version: str(), stage: UpgradeStage }

/** Agent to server: a stage began. The server acknowledges it. */
export const UpgradeProgress = defineMessage('upgrade_progress', about)
/** Agent to server: the upgrade failed. Repeated until the server acknowledges it; success is what `SystemInfo` says. */
export const UpgradeResult = defineMessage('upgrade_result', { ...about, error: str(), backup_path: nullish(str()) })

/** How a job ended, or that it runs. */
export const JobStatus = Type.Union([
  Type.Literal('running'),
  Type.Literal('succeeded'),
  Type.Literal('failed'),
  Type.Literal('timeout'),
])
export type JobStatus = Static<typeof JobStatus>

const job = { server_id: str(), job_id: str(), target_version: str() }

/** Server to browser: a job began or reached a stage. */
export const LiveUpgradeProgress = defineMessage('upgrade_progress', { ...job, stage: UpgradeStage })
/** Server to browser: a job ended. */
export const LiveUpgradeResult = defineMessage('upgrade_result', {
  ...job,
  status: JobStatus,
  stage: UpgradeStage,
  error: nullish(str()),
  backup_path: nullish(str()),
})
/** Server to browser: a roll-out began, reached a wave or ended. */
export const UpgradeRolloutChanged = defineMessage('upgrade_rollout_changed', { rollout_id: str() })

const semver = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/

/** A version as SemVer writes it, without a leading `v`; undefined for anything else. */
export function parseVersion(text: string): string | undefined {
  const version = text.trim().replace(/^v/, '')
  return version.length <= 64 && semver.test(version) ? version : undefined
}

/** A pre-release sorts below its release; numbers below words. */
function compareLabels(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  const [left, right] = [a.split('.'), b.split('.')]
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const [x = '', y = ''] = [left[at], right[at]]
    const [isX, isY] = [/^\d+$/.test(x), /^\d+$/.test(y)]
    if (isX !== isY) return isX ? -1 : 1
    if (x !== y) return (isX ? Number(x) - Number(y) : x < y ? -1 : 1) < 0 ? -1 : 1
  }
  return left.length - right.length
}

/** By SemVer precedence: negative if `a` is older than `b`. Both must be versions. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.match(semver), b.match(semver)]
  for (const at of [1, 2, 3]) {
    const difference = Number(left?.[at]) - Number(right?.[at])
    if (difference !== 0) return difference
  }
  return compareLabels(left?.[4], right?.[4])
}
