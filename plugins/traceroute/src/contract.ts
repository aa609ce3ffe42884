export type { HistoryEntry, Snapshot, StartTrace } from './traceroute-schema.ts'
