import type { ApiFailure } from '@svc/dashboard-sdk'
import { type RefObject, useCallback, useEffect, useRef } from 'react'

/** Brings the first field that has to be corrected into sight and focus, after refusals and when `look` is called. */
export function useProblemFocus(failure: ApiFailure | null): {
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
