import { invalid } from '@svc/plugin-sdk'
import type { CoverType } from './rule.ts'

/** What a rule watches. */
export interface Coverage {
  readonly cover_type: CoverType
  readonly serverIds: readonly string[]
}

const isSame = (a: Coverage, b: Coverage): boolean =>
  a.cover_type === b.cover_type && a.serverIds.join() === b.serverIds.join()

/**
 * The coverage to store. One that stays as it is may: deleting servers can empty a list. Throws 422 when a list is
 * needed and empty, or names a server that is none.
 */
export function readCoverage(given: Coverage, exists: (serverId: string) => boolean, before?: Coverage): Coverage {
  const coverage = { ...given, serverIds: [...new Set(given.serverIds)] }
  if (before && isSame(coverage, before)) return before
  const unknown = given.serverIds.findIndex((id) => !exists(id))
  if (unknown >= 0) throw invalid(`server_ids.${unknown}`, 'must be the id of an existing server')
  if (coverage.cover_type !== 'all' && coverage.serverIds.length === 0) {
    throw invalid('server_ids', `must list at least one server when cover_type is ${coverage.cover_type}`)
  }
  return coverage
}
