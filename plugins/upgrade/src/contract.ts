export type {
  FleetAgent,
  LatestVersion,
  Rollout,
  RolloutServer,
  UpgradeJob,
  UpgradeSettings,
} from './upgrade-schema.ts'
