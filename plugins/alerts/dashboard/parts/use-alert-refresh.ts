import { useCatchUp, useInvalidate, useLiveMessage } from '@svc/dashboard-sdk'
import { useCallback, useEffect, useRef } from 'react'

/** Milliseconds; a network outage changes many alerts at once, and one request is enough. */
const debounceMs = 300

/** Calls `onChange` after alerts changed and after a reconnect. */
export function useAlertChanges(onChange: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const schedule = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      onChange()
    }, debounceMs)
  }
  useLiveMessage('alert_changed', schedule)
  useCatchUp(schedule)
  useEffect(() => () => clearTimeout(timer.current), [])
}

/** Refetches `paths` when alerts change. */
export function useAlertRefresh(...paths: string[]): void {
  const invalidate = useInvalidate()
  const all = paths.join(' ')
  useAlertChanges(useCallback(() => void invalidate(...all.split(' ')), [invalidate, all]))
}
