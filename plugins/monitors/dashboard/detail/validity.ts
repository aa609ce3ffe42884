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
