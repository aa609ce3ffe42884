export type {
  ActivityItem,
  BlockDetail,
  BlockInput,
  BlockPage,
  BlockPatch,
  BlockStats,
  FirewallBlock,
  ListedBlock,
  ProtectedRange,
  ServerState,
  TargetCheck,
} from './block-schema.ts'
