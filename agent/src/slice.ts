import type { Static, TObject } from '@sinclair/typebox'
import { evaluate, type Fragment, faultsAs, mergeFragments, type Source } from '@svc/config'
import { Refusal } from './refusal.ts'

/** The part of the configuration a fragment describes, with defaults. A wrong value is refused with one sentence. */
export function sliceOf<T extends TObject>(fragment: Fragment & { schema: T }, sources: readonly Source[]): Static<T> {
  const leaves = faultsAs(Refusal, () => mergeFragments([fragment]))
  const { slice, faults } = evaluate(leaves, sources)
  if (faults[0]) throw new Refusal(faults[0])
  return slice as Static<T>
}
