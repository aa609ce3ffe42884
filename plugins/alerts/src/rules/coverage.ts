import { invalid } from '@svc/plugin-sdk'
import type { CoverType } from './rule-schema.ts'

/** The servers a rule applies to. */
export interface Coverage {
  readonly cover_type: CoverType
  readonly serverIds: readonly string[]
}

/** Whether a rule covers a server that its list does or does not contain. An empty include list covers none. */
export const covers = (type: CoverType, isListed: boolean): boolean =>
  type === 'all' || isListed === (type === 'include')

const isSame = (a: Coverage, b: Coverage): boolean =>
  a.cover_type === b.cover_type && a.serverIds.join() === b.serverIds.join()

/**
 * Validates a coverage; throws 422 when a required list is empty or contains an unknown server. An unchanged coverage is
 * always accepted, because deleting servers can empty its list.
 */
export function parseCoverage(input: Coverage, exists: (serverId: string) => boolean, existing?: Coverage): Coverage {
  const coverage = { ...input, serverIds: [...new Set(input.serverIds)] }
  if (existing && isSame(coverage, existing)) return existing
  const unknown = input.serverIds.findIndex((id) => !exists(id))
  if (unknown >= 0) throw invalid(`server_ids.${unknown}`, 'must be the id of an existing server')
  if (coverage.cover_type !== 'all' && coverage.serverIds.length === 0) {
    throw invalid('server_ids', `must list at least one server when cover_type is ${coverage.cover_type}`)
  }
  return coverage
}
