import { StatusDot, type StatusTone, useT } from '@svc/dashboard-sdk'
import type { RunServer, RunSummary } from '@svc/plugin-tasks/contract'
import type { ReactNode } from 'react'

function toneOf({ state, failed, succeeded, total }: RunSummary): StatusTone {
  if (state === 'running') return 'pending'
  if (state !== 'finished') return 'warn'
  if (failed > 0 || succeeded < total) return 'danger'
  return 'on'
}

/** How a run went. */
export function RunMark({ run }: { run: RunSummary }): ReactNode {
  const t = useT()
  const { state, succeeded, total } = run
  return <StatusDot tone={toneOf(run)} label={t(`run.state.${state}`, { succeeded, total })} />
}

const toneOfServer = ({ exit_code, end, attempt }: RunServer): StatusTone => {
  if (exit_code === 0) return 'on'
  if (attempt === 0) return 'off'
  if (exit_code === null) return 'pending'
  return end === 'denied' || end === 'offline' || end === 'interrupted' ? 'warn' : 'danger'
}

/** How it went on a server. */
export function ServerMark({ server }: { server: RunServer }): ReactNode {
  const t = useT()
  const { exit_code, end, attempt } = server
  const label =
    attempt === 0
      ? t('result.notReached')
      : exit_code === null
        ? t('result.running')
        : end === 'exited'
          ? t('result.exitCode', { code: exit_code })
          : t(`result.end.${end}`)
  return <StatusDot tone={toneOfServer(server)} label={label} />
}
