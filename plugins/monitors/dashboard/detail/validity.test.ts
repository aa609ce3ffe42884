import { expect, it } from 'vitest'
import { validityOf } from './validity-bar.tsx'

const year = { not_before: 'Thu, 01 Jan 2026 00:00:00 GMT', not_after: 'Fri, 01 Jan 2027 00:00:00 GMT' }
const config = { warning_days: 30, critical_days: 7 }

it.each([
  [{ ...year, days_remaining: 73 }, config, { daysLeft: 73, share: 0.2, severity: 'ok' }],
  [{ ...year, days_remaining: 30 }, config, { severity: 'warn' }],
  [{ ...year, days_remaining: 7 }, config, { severity: 'danger' }],
  [{ ...year, days_remaining: -5 }, config, { share: 0, severity: 'danger' }],
  [{ ...year, days_remaining: 10 }, {}, { severity: 'warn' }],
  [{ days_remaining: 99, not_before: 'x' }, config, { share: undefined, severity: 'ok' }],
])('%j with %j', (detail, config, expected) => expect(validityOf(detail, config)).toMatchObject(expected))

it.each([{}, { days_remaining: '5' }, { days_remaining: Number.NaN }])('%j has none', (detail) => {
  expect(validityOf(detail, config)).toBeUndefined()
})
