import type { ApiFailure } from '@svc/dashboard-sdk'
import { type RefObject, useCallback, useEffect, useRef } from 'react'

/**
 * Brings the first field that has to be corrected into sight and focus: call `look` after a try to send, refusals of the
 * server are noticed by themselves.
 */
export function useProblemFocus(failure: ApiFailure | undefined): {
  readonly form: RefObject<HTMLFormElement | null>
  readonly look: () => void
} {
  const form = useRef<HTMLFormElement>(null)
  // after the problems were drawn
  const look = useCallback(
    () => void setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()),
    [],
  )
  useEffect(() => {
    if (failure) look()
  }, [failure, look])
  return { form, look }
}
