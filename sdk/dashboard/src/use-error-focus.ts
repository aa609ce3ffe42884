import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { ApiError } from './api/api-error.ts'

/**
 * Focuses the first invalid field of a form: automatically when the server returns an error, and on `focusFirstError` after
 * client-side validation.
 */
export function useErrorFocus(error: ApiError | null | undefined): {
  readonly form: RefObject<HTMLFormElement | null>
  readonly focusFirstError: () => void
} {
  const form = useRef<HTMLFormElement>(null)
  // after the errors have been rendered
  const focusFirstError = useCallback(
    () => void setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()),
    [],
  )
  useEffect(() => {
    if (error) focusFirstError()
  }, [error, focusFirstError])
  return { form, focusFirstError }
}
