import type { Static, TObject } from '@sinclair/typebox'
import { evaluate, type Fragment, mergeFragments, type Source, wrapConfigErrors } from '@svc/config'
import { Refusal } from './refusal.ts'

/** The part of the configuration a fragment describes, with defaults. A wrong value is refused with one sentence. */
export function sliceOf<T extends TObject>(fragment: Fragment & { schema: T }, sources: readonly Source[]): Static<T> {
  const leaves = wrapConfigErrors(Refusal, () => mergeFragments([fragment]))
  const { slice, errors } = evaluate(leaves, sources)
  if (errors[0]) throw new Refusal(errors[0])
  return slice as Static<T>
}
