import { cn, RelativeTime, Tooltip, useCountryName, useFormat, useT } from '@svc/dashboard-sdk'
import type { UnlockResult } from '@svc/plugin-ip-quality/contract'
import { Ban, CircleCheck, CircleDashed, CircleHelp, CircleMinus, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { detailText } from './detail-text.ts'

type Status = UnlockResult['status']

const looks: Readonly<Record<Status, readonly [LucideIcon, string]>> = {
  unlocked: [CircleCheck, 'text-ok'],
  restricted: [CircleMinus, 'text-warn'],
  blocked: [Ban, 'text-danger'],
  failed: [CircleDashed, 'text-faint'],
  unsupported: [CircleHelp, 'text-faint'],
}

/** A status with an icon and its name. */
export function StatusMark({ status, className }: { status: Status; className?: string }): ReactNode {
  const t = useT()
  const [Icon, tone] = looks[status]
  return (
    <span className={cn('inline-flex items-center gap-1.5 whitespace-nowrap', className)}>
      <Icon className={cn('size-4 shrink-0', tone)} aria-hidden />
      {t(`status.${status}`)}
    </span>
  )
}

/** A result in a narrow column: the icon and the country, with everything else in the tooltip. */
export function ResultCell({ service, result }: { service: string; result: UnlockResult | undefined }): ReactNode {
  const t = useT()
  const format = useFormat()
  const country = useCountryName()
  if (!result) return <span className="text-faint">–</span>
  const { status, region, latency_ms, checked_at, detail } = result
  const [Icon, tone] = looks[status]
  const place = region && (country(region) ?? region)
  const facts = [
    t('cell.label', { service, status: t(`status.${status}`) }),
    place,
    latency_ms !== null && format.ms(latency_ms),
    detail !== null && (status === 'failed' || status === 'unsupported') && detailText(detail, t),
    format.dateTime(checked_at),
  ].filter(Boolean)
  const text = facts.join(' · ')
  return (
    <Tooltip text={text}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the facts are in the tooltip */}
      <span tabIndex={0} role="img" aria-label={text} className="inline-flex items-center gap-1 rounded-xs">
        <Icon className={cn('size-4 shrink-0', tone)} aria-hidden />
        <span className="figures text-muted text-xs">{region}</span>
      </span>
    </Tooltip>
  )
}

/** When something was checked. */
export const CheckedAt = ({ at }: { at: string }): ReactNode => (
  <RelativeTime at={at} className="whitespace-nowrap text-muted text-xs" />
)
