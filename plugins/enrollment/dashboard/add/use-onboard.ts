import { api, randomId, useInvalidate } from '@svc/dashboard-sdk'
import type { Onboarded } from '@svc/plugin-enrollment/contract'
import { useCallback, useRef } from 'react'
import { resolveGroup } from '../server/resolve-group.ts'
import { groupsPath } from '../server/use-groups.ts'
import { useWork } from '../server/use-work.ts'
import { bodyOf, type Draft } from './draft.ts'

/**
 * Creates a server. All tries of one attempt carry the same request id, so an answer that got lost creates nothing
 * twice; `anew` starts another attempt.
 */
export function useOnboard() {
  const { run, busy, failure } = useWork()
  const invalidate = useInvalidate()
  const requestId = useRef<string>(undefined)
  const submit = useCallback(
    (draft: Draft) =>
      run(async () => {
        requestId.current ??= randomId()
        const created = await api<Onboarded>(
          'POST',
          '/api/servers',
          bodyOf(draft, requestId.current, await resolveGroup(draft)),
        )
        requestId.current = undefined
        void invalidate('/api/servers', groupsPath)
        return created
      }),
    [run, invalidate],
  )
  const anew = useCallback(() => {
    requestId.current = undefined
  }, [])
  return { submit, anew, busy, failure }
}
