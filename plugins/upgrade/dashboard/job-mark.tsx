import { StatusDot, type StatusTone, useCodedText, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { RolloutServer } from '../src/upgrade-schema.ts'

const tones: Readonly<Record<RolloutServer['state'], StatusTone>> = {
  waiting: 'off',
  skipped: 'warn',
  running: 'pending',
  succeeded: 'on',
  failed: 'danger',
  timeout: 'danger',
}

/** How far an upgrade is, and why it failed. */
export function JobMark(props: Pick<RolloutServer, 'state' | 'stage' | 'error_text'>): ReactNode {
  const { state, stage, error_text } = props
  const t = useT()
  const sentence = useCodedText()
  const label = state === 'running' && stage ? t(`stage.${stage}`) : t(`state.${state}`)
  return (
    <div className="min-w-0">
      <StatusDot tone={tones[state]} label={label} />
      {error_text && <p className="wrap-anywhere text-faint text-xs">{sentence(error_text)}</p>}
    </div>
  )
}
