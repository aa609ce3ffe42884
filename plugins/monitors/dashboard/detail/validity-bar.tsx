import { cn, useFormat, useT } from '@svc/dashboard-sdk'
import type { MonitorDetail } from '@svc/plugin-monitors/contract'
import type { ReactNode } from 'react'
import { daysText } from './facts.ts'

/** Severity of an upcoming expiry. */
export type Severity = 'ok' | 'warn' | 'danger'

/** Remaining validity of a certificate or registration. */
export interface Validity {
  readonly daysLeft: number
  /** 0 to 1; undefined if the start of the validity is unknown */
  readonly share: number | undefined
  readonly severity: Severity
}

type Fields = Readonly<Record<string, unknown>>

const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)
const instant = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : Number.NaN)

/** Undefined for checks without an expiry date. */
export function validityOf(detail: Fields, config: Fields): Validity | undefined {
  const daysLeft = number(detail.days_remaining)
  if (daysLeft === undefined) return undefined
  const totalDays = (instant(detail.not_after) - instant(detail.not_before)) / 86_400_000
  const severity =
    daysLeft <= (number(config.critical_days) ?? 7)
      ? 'danger'
      : daysLeft <= (number(config.warning_days) ?? 14)
        ? 'warn'
        : 'ok'
  return { daysLeft, severity, share: totalDays > 0 ? Math.min(1, Math.max(0, daysLeft / totalDays)) : undefined }
}

const textColors: Readonly<Record<Severity, string>> = { ok: 'text-ok', warn: 'text-warn', danger: 'text-danger' }
const barColors: Readonly<Record<Severity, string>> = { ok: 'bg-ok', warn: 'bg-warn', danger: 'bg-danger' }

/** Days until expiry, as a bar where the whole validity is known. */
export function ValidityBar(props: { monitor: MonitorDetail; detail: Readonly<Record<string, unknown>> }): ReactNode {
  const t = useT()
  const format = useFormat()
  const validity = validityOf(props.detail, props.monitor.config)
  if (!validity) return null
  const { share, severity } = validity
  const text = daysText(props.detail, { t, format })
  return (
    <div className="mb-4 max-w-xl">
      <p className={cn('figures font-semibold text-[1.125rem]', textColors[severity])}>
        {text}
        {severity !== 'ok' && <span className="ml-2 font-normal text-sm">{t(`validity.${severity}`)}</span>}
      </p>
      {share !== undefined && (
        // biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> in their own colors
        <div
          role="meter"
          aria-label={t('validity.label')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          aria-valuetext={text}
          className="mt-1.5 h-2 overflow-hidden rounded-full bg-line"
        >
          <div
            className={cn('h-full origin-left rounded-full', barColors[severity])}
            style={{ transform: `scaleX(${share})` }}
          />
        </div>
      )}
    </div>
  )
}
