import type { Offloaded } from '@svc/plugin-sdk'
import type { AuditLogPage } from './audit-log-schema.js'
import { type AuditFilter, auditLogStore } from './audit-log-store.js'

/** Text search reads the whole log, so it runs off the main thread. */
const search: Offloaded<AuditFilter, AuditLogPage> = ({ db }, filter) => auditLogStore(db).page(filter)
export default search
