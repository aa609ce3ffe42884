import { Badge, useT } from '@svc/dashboard-sdk'
import type { IpQualitySnapshot } from '@svc/plugin-ip-quality/contract'
import type { ReactNode } from 'react'

const tones = { low: 'ok', medium: 'warn', high: 'danger', unknown: 'neutral' } as const

/** The risk of an address, with its score. */
export function RiskBadge({ snapshot }: { snapshot: IpQualitySnapshot }): ReactNode {
  const t = useT()
  const { risk_level, risk_score } = snapshot
  const level = t(`risk.${risk_level}`)
  return (
    <Badge tone={tones[risk_level]}>
      {risk_score === null ? level : t('risk.scored', { level, score: risk_score })}
    </Badge>
  )
}
