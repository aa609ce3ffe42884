import type { Removal } from '../sessions/removal.js'
import type { Trace } from '../trace.js'
import type { Mode } from './mode.js'
import type { Finding } from './search.js'

interface Deps {
  readonly remove: Removal
  readonly trace: Trace
}

/** Removes what was found, if it was found for certain. In the transaction that found it. */
export const makeApply =
  ({ remove, trace }: Deps) =>
  (finding: Finding, mode: Mode['kind'], ip: string): void => {
    if (finding.outcome !== 'ok') return
    trace('mobile_recover', finding.session, ip, { mode })
    remove(finding.session)
  }
export type Apply = ReturnType<typeof makeApply>
