import type { SecurityEvent, SecurityEventPage } from '@svc/plugin-security/contract'
import type { SecurityFilter } from '../security-search.ts'

/** Limits the load on server and browser; users can narrow the filters for the rest. */
const maxEvents = 10_000
const pageSize = 200

interface Options {
  readonly filter: SecurityFilter
  read(search: SecurityFilter & { limit: number; cursor: string | undefined }): Promise<SecurityEventPage>
  onProgress?(read: number): void
  readonly max?: number
}

/** Reads the matching events page by page. `isComplete` is false if there are more than the limit. */
export async function collectEvents({ filter, read, onProgress, max = maxEvents }: Options) {
  const events: SecurityEvent[] = []
  let cursor: string | undefined
  do {
    const page = await read({ ...filter, limit: Math.min(pageSize, max - events.length), cursor })
    events.push(...page.items)
    cursor = page.next_cursor ?? undefined
    onProgress?.(events.length)
  } while (cursor !== undefined && events.length < max)
  return { events, isComplete: cursor === undefined }
}

const head = [
  'id',
  'started_at',
  'ended_at',
  'received_at',
  'server_id',
  'server',
  'type',
  'severity',
  'summary',
  'source_ip',
  'source_port',
  'user',
  'first_seen',
  'detected_by',
  'evidence',
]

/** Events as rows of a CSV file; times in UTC. */
export const toCsvRows = (
  events: readonly SecurityEvent[],
  textOf: (event: SecurityEvent) => string,
  names: ReadonlyMap<string, string>,
): string[][] => [
  head,
  ...events.map((event) => [
    event.id,
    event.started_at,
    event.ended_at,
    event.created_at,
    event.server_id,
    names.get(event.server_id) ?? '',
    event.event_type,
    event.severity,
    textOf(event),
    event.source_ip ?? '',
    event.source_port === null ? '' : String(event.source_port),
    event.username ?? '',
    String(event.first_seen),
    event.detector_source,
    JSON.stringify(event.evidence),
  ]),
]
