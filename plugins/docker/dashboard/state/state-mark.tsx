import { StatusDot, useFormat, useNow, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { Container } from '../../src/wire.ts'
import { exitCodeOf, healthOf, shortStatus, stateOf, toneOf } from './container-state.ts'

/** The state of a container with its health or exit code. */
function useStateText(): (container: Container) => string {
  const t = useT()
  const format = useFormat()
  return (container) => {
    const state = stateOf(container)
    const health = state === 'running' ? healthOf(container) : undefined
    const code = exitCodeOf(container)
    if (health && health !== 'healthy') return t(`health.${health}`)
    if (code !== undefined && code !== 0) return t('state.exitedWith', { code: format.number(code) })
    return t(`state.${state}`)
  }
}

/** The state of a container as a shape and a word. */
export function StateMark({ container, hideLabel = false }: { container: Container; hideLabel?: boolean }): ReactNode {
  const textOf = useStateText()
  return <StatusDot tone={toneOf(container)} label={textOf(container)} hideLabel={hideLabel} />
}

/** How long a container has been up or stopped. Peers tell it only in the words of the daemon. */
export function Age({ container }: { container: Container }): ReactNode {
  const t = useT()
  const format = useFormat()
  const now = useNow(10_000)
  const { started_at, finished_at } = container
  const state = stateOf(container)
  if ((state === 'running' || state === 'paused') && started_at != null) {
    return t('list.up', { span: format.duration(Math.max(0, now / 1000 - started_at)) })
  }
  if ((state === 'exited' || state === 'dead') && finished_at != null) {
    return format.relative(finished_at * 1000, Math.max(now, finished_at * 1000))
  }
  return shortStatus(container)
}
