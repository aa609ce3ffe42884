export type {
  ActivityItem,
  BlockDetail,
  BlockInput,
  BlockPage,
  BlockStats,
  FirewallBlock,
  ListedBlock,
  ServerState,
  TargetCheck,
} from './block-schema.ts'
