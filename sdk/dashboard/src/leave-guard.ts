import { useBlocker } from '@tanstack/react-router'
import { useCallback, useState } from 'react'

/** Asks for confirmation before unsaved changes are lost. */
export interface LeaveGuard {
  /** the user wants to leave: show the confirmation */
  readonly asking: boolean
  /** Asks first if there are unsaved changes, otherwise runs `act` immediately. */
  leave(act: () => void): void
  /** discards the changes and leaves */
  confirm(): void
  /** stays on the page */
  stay(): void
}

/**
 * Protects unsaved changes while `active`: asks before navigating to another path, and makes the browser ask before the tab
 * is closed. Changes of the query string, such as filters and tabs, don't ask, except with `search: true`.
 */
export function useLeaveGuard(active: boolean, { search = false } = {}): LeaveGuard {
  const [pending, setPending] = useState<{ readonly act: () => void }>()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname || (search && JSON.stringify(current.search) !== JSON.stringify(next.search)),
    disabled: !active,
    enableBeforeUnload: active,
    withResolver: true,
  })
  const leave = useCallback((act: () => void) => (active ? setPending({ act }) : act()), [active])
  const confirm = () => {
    const act = pending?.act ?? blocker.proceed
    setPending(undefined)
    act?.()
  }
  const stay = () => {
    setPending(undefined)
    blocker.reset?.()
  }
  return { asking: active && (pending !== undefined || blocker.status === 'blocked'), leave, confirm, stay }
}
