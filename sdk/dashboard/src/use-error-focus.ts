import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { ApiError } from './api/api-error.ts'

/**
 * Brings the first field that has to be corrected into sight and focus: call `look` after a try to send, refusals of the
 * server are noticed by themselves.
 */
export function useErrorFocus(failure: ApiError | null | undefined): {
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
