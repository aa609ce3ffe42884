import type { Offloaded } from '@svc/plugin-sdk'
import type { AuditLogPage } from './audit-log-schema.ts'
import { type AuditFilter, auditLogStore } from './audit-log-store.ts'

/** Full-text search scans the whole log, so it runs off the main thread. */
const search: Offloaded<AuditFilter, AuditLogPage> = ({ db }, filter) => auditLogStore(db).page(filter)
export default search
