import { type CodedText, type Param, text } from '@svc/plugin-sdk'
import type { RuleUnit } from '../contract.ts'

const binary = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB']

const units: readonly [seconds: number, text: (value: number) => CodedText][] = [
  [86_400, (value) => text('alerts.DURATION_DAYS', { value })],
  [3600, (value) => text('alerts.DURATION_HOURS', { value })],
  [60, (value) => text('alerts.DURATION_MINUTES', { value })],
  [1, (value) => text('alerts.DURATION_SECONDS', { value })],
]

/** At most `digits` decimals, without trailing zeros; huge numbers in exponential notation. */
function formatNumber(value: number, digits: number): string {
  if (Math.abs(value) >= 1e15) return value.toExponential(2)
  return String(Number(value.toFixed(digits)))
}

function formatBytes(value: number): string {
  const step = Math.min(binary.length - 1, Math.max(0, Math.floor(Math.log2(Math.abs(value)) / 10)))
  return `${formatNumber(value / 1024 ** step, step === 0 ? 0 : 1)} ${binary[step]}`
}

/** Beyond this, integers lose precision and the parts would not add up. */
const maxSeconds = 1e15

/** The two largest units of a duration: `3 d 4 h`. */
export function formatDuration(seconds: number): CodedText {
  let rest = Math.min(Math.max(0, Math.floor(seconds)), maxSeconds)
  const parts: CodedText[] = []
  for (const [size, partOf] of units) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(partOf(count))
    else if (parts.length > 0) break
  }
  const [first = text('alerts.DURATION_SECONDS', { value: 0 }), second] = parts
  return second ? text('alerts.DURATION', { first, second }) : first
}

/** A value with its unit. */
export function formatQuantity(value: number, unit: RuleUnit): Param {
  switch (unit) {
    case 'percent':
      return `${formatNumber(value, 1)}%`
    case 'bytes':
      return formatBytes(value)
    case 'bytes_per_second':
      return `${formatBytes(value)}/s`
    case 'celsius':
      return `${formatNumber(value, 1)} °C`
    case 'milliseconds':
      return `${formatNumber(value, 1)} ms`
    case 'seconds':
      return formatDuration(value)
    case 'days':
      return Math.abs(value) === 1
        ? text('alerts.ONE_DAY', { value })
        : text('alerts.DAYS', { value: formatNumber(value, 0) })
    default:
      return formatNumber(value, 2)
  }
}
