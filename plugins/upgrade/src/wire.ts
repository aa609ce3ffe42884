import { type Static, Type } from '@sinclair/typebox'
import { defineMessage, nullish, optional, str } from '@svc/protocol'

export { compareVersions, parseVersion } from './version-schema.ts'

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
