import { useCatchUp, useInvalidate, useLiveMessage } from '@svc/dashboard-sdk'
import { useEffect, useRef } from 'react'
import { changedPaths } from './paths.ts'

/** Many hosts may acknowledge a block within a moment. */
const collectMs = 500

/** Reloads what is shown when blocks, or their states on hosts, change. */
export function useChanges(): void {
  const invalidate = useInvalidate()
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const reload = () => {
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined
      void invalidate(...changedPaths)
    }, collectMs)
  }
  useLiveMessage('blocklist_changed', reload)
  useLiveMessage('firewall_apply_state_changed', reload)
  // What changed during a disconnect has been missed.
  useCatchUp(reload)
}
