import { useInvalidate, useLiveMessage } from '@svc/dashboard-sdk'
import { useCallback, useEffect, useRef } from 'react'

/** Milliseconds: a network that goes away makes many alerts at once, and one reading tells of all. */
const together = 300

/** Calls `renew` after alerts fired or resolved, and after the connection was away. */
export function useAlertNews(renew: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const soon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      renew()
    }, together)
  }
  useLiveMessage('alert_changed', soon)
  useLiveMessage('full_sync', soon)
  useEffect(() => () => clearTimeout(timer.current), [])
}

/** Reads kept answers below `paths` again when alerts fire or resolve. */
export function useRenewed(...paths: string[]): void {
  const invalidate = useInvalidate()
  const all = paths.join(' ')
  useAlertNews(useCallback(() => void invalidate(...all.split(' ')), [invalidate, all]))
}
