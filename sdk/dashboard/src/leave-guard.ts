import { useBlocker } from '@tanstack/react-router'
import { useCallback, useState } from 'react'

/** A question before something typed is lost. */
export interface LeaveGuard {
  /** somebody wants to leave: show the question */
  readonly asking: boolean
  /** Asks, when there is something to lose; else does `act` at once. */
  leave(act: () => void): void
  /** the answer is yes */
  confirm(): void
  /** the answer is no */
  stay(): void
}

/**
 * Keeps what was typed from being lost while `active`: asks before another page is shown, and lets the browser ask
 * before the tab is closed. Only another path counts: filters and tabs in the address keep what is on the page.
 */
export function useLeaveGuard(active: boolean): LeaveGuard {
  const [pending, setPending] = useState<{ readonly act: () => void }>()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
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
