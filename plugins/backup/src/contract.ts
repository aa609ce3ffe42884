export type { BackupState, FormerDatabase } from './backup-schema.ts'
