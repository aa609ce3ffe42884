import type { Removal } from '../sessions/removal.ts'
import type { Trace } from '../trace.ts'
import type { Mode } from './mode.ts'
import type { Claim, Finding } from './search.ts'

interface Deps {
  readonly remove: Removal
  readonly trace: Trace
}

/**
 * Removes what was found, if it was found for certain. In the transaction that found it. What a code found is traced in
 * any case, for a grant comes of it.
 */
export const makeApply =
  ({ remove, trace }: Deps) =>
  (finding: Finding, mode: Mode['kind'], userId: string, { installationId }: Claim, ip: string): void => {
    const told = { mode, outcome: finding.outcome }
    if (finding.outcome === 'ok') {
      trace('mobile_recover', finding.session, ip, told)
      remove(finding.session)
    } else if (mode === 'code') {
      trace('mobile_recover', { user_id: userId, installation_id: installationId }, ip, told)
    }
  }
export type Apply = ReturnType<typeof makeApply>
