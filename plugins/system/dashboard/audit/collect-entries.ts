import type { AuditLogEntry, AuditLogPage } from '@svc/plugin-system/contract'
import type { AuditFilter } from './audit-search.ts'

/** Limits the load on server and browser; users can narrow the filters for the rest. */
const maxEntries = 10_000
const pageSize = 200

interface Options {
  readonly filter: AuditFilter
  /** RFC 3339; later entries are left out, so that pages do not shift during the export */
  readonly until: string
  read(search: AuditFilter & { limit: number; offset: number }): Promise<AuditLogPage>
  onProgress?(read: number, total: number): void
  readonly max?: number
}

/** Fetches the newest matching entries page by page. `total` is the number of all matches. */
export async function collectEntries(options: Options): Promise<{ entries: AuditLogEntry[]; total: number }> {
  const { filter, until, read, onProgress, max = maxEntries } = options
  const to = filter.to !== undefined && filter.to < until ? filter.to : until
  // by id, because entries of the current second may still shift the pages and repeat others
  const found = new Map<number, AuditLogEntry>()
  let total = 0
  for (let offset = 0; offset < max; offset += pageSize) {
    const page = await read({ ...filter, to, limit: Math.min(pageSize, max - offset), offset })
    total = page.total
    for (const entry of page.entries) found.set(entry.id, entry)
    onProgress?.(found.size, Math.min(max, total))
    if (page.entries.length === 0 || offset + page.entries.length >= total) break
  }
  return { entries: [...found.values()], total }
}
