import { type Static, Type } from '@sinclair/typebox'
import { CodedTextSchema, Nullable, nameSchemas, OneOf, Timestamp } from '@svc/plugin-sdk'
import { upgradeStages } from './wire.ts'

const StageName = OneOf(...upgradeStages)
const StatusName = OneOf('running', 'succeeded', 'failed', 'timeout')

/** An upgrade of one agent. */
export const UpgradeJob = Type.Object({
  job_id: Type.String(),
  server_id: Type.String(),
  from_version: Nullable(Type.String()),
  target_version: Type.String(),
  stage: StageName,
  status: StatusName,
  error: Nullable(Type.String()),
  error_text: Nullable(CodedTextSchema),
  backup_path: Nullable(Type.String()),
  started_at: Timestamp,
  finished_at: Nullable(Timestamp),
})
export type UpgradeJob = Static<typeof UpgradeJob>

export const RolloutState = OneOf('running', 'finished', 'stopped', 'cancelled')
export type RolloutState = Static<typeof RolloutState>

/** A server of a roll-out. */
export const RolloutServer = Type.Object({
  server_id: Type.String(),
  server_name: Type.String(),
  wave: Type.Integer(),
  state: OneOf('waiting', 'skipped', 'running', 'succeeded', 'failed', 'timeout'),
  stage: Nullable(StageName),
  error_text: Nullable(CodedTextSchema),
})
export type RolloutServer = Static<typeof RolloutServer>

/** An upgrade of many agents, in waves. */
export const Rollout = Type.Object({
  id: Type.String(),
  version: Type.String(),
  state: RolloutState,
  started_at: Timestamp,
  finished_at: Nullable(Timestamp),
  servers: Type.Array(RolloutServer),
})
export type Rollout = Static<typeof Rollout>

export const LatestVersion = Type.Object({
  version: Nullable(Type.String()),
  released_at: Nullable(Timestamp),
  error: Nullable(Type.String()),
  error_text: Nullable(CodedTextSchema),
})
export type LatestVersion = Static<typeof LatestVersion>

/** What a roll-out would do: an agent that can be upgraded, or why it cannot. */
export const FleetAgent = Type.Object({
  server_id: Type.String(),
  server_name: Type.String(),
  version: Nullable(Type.String()),
  online: Type.Boolean(),
  permitted: Type.Boolean(),
  /** its last upgrade */
  job: Nullable(UpgradeJob),
})
export type FleetAgent = Static<typeof FleetAgent>

export const UpgradeSettings = Type.Object({
  notify: Type.Boolean({ description: 'check daily for a newer version and show it' }),
})
export type UpgradeSettings = Static<typeof UpgradeSettings>

nameSchemas({ UpgradeJob, RolloutServer, Rollout, LatestVersion, FleetAgent, UpgradeSettings })
