import { api, randomId, useInvalidate } from '@svc/dashboard-sdk'
import type { Onboarded } from '@svc/plugin-enrollment/contract'
import { useCallback, useRef } from 'react'
import { resolveGroup } from '../server/resolve-group.ts'
import { groupsPath } from '../server/use-groups.ts'
import { useRequest } from '../server/use-request.ts'
import { type Draft, toRequestBody } from './draft.ts'

/**
 * Creates a server. Retries use the same request id, so that a lost response does not create a second server;
 * `startOver` begins a new request.
 */
export function useOnboard() {
  const { run, busy, error } = useRequest()
  const invalidate = useInvalidate()
  const requestId = useRef<string>(undefined)
  const submit = useCallback(
    (draft: Draft) =>
      run(async () => {
        requestId.current ??= randomId()
        const created = await api<Onboarded>(
          'POST',
          '/api/servers',
          toRequestBody(draft, requestId.current, await resolveGroup(draft)),
        )
        requestId.current = undefined
        void invalidate('/api/servers', groupsPath)
        return created
      }),
    [run, invalidate],
  )
  const startOver = useCallback(() => {
    requestId.current = undefined
  }, [])
  return { submit, startOver, busy, error }
}
