/** How worrying the days are that are left. */
export type Worry = 'ok' | 'warn' | 'danger'

/** What is left of the time that a certificate or a registration is valid. */
export interface Validity {
  readonly daysLeft: number
  /** 0 to 1; undefined when it is not known since when it is valid */
  readonly share: number | undefined
  readonly worry: Worry
}

type Members = Readonly<Record<string, unknown>>

const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)
const instant = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : Number.NaN)

/** Undefined for checks that tell of no validity. */
export function validityOf(detail: Members, config: Members): Validity | undefined {
  const daysLeft = number(detail.days_remaining)
  if (daysLeft === undefined) return undefined
  const whole = (instant(detail.not_after) - instant(detail.not_before)) / 86_400_000
  const worry =
    daysLeft <= (number(config.critical_days) ?? 7)
      ? 'danger'
      : daysLeft <= (number(config.warning_days) ?? 14)
        ? 'warn'
        : 'ok'
  return { daysLeft, worry, share: whole > 0 ? Math.min(1, Math.max(0, daysLeft / whole)) : undefined }
}
