import type { LocalizedText, RuleUnit } from '../contract.ts'

const binary = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB']

const units: readonly [seconds: number, en: string, zh: string][] = [
  [86_400, 'd', '天'],
  [3600, 'h', '小时'],
  [60, 'min', '分钟'],
  [1, 's', '秒'],
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
export function formatDuration(seconds: number): LocalizedText {
  let rest = Math.min(Math.max(0, Math.floor(seconds)), maxSeconds)
  const parts: LocalizedText[] = []
  for (const [size, en, zh] of units) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push({ en: `${count} ${en}`, zh: `${count} ${zh}` })
    else if (parts.length > 0) break
  }
  const shown = parts.length > 0 ? parts.slice(0, 2) : [{ en: '0 s', zh: '0 秒' }]
  return { en: shown.map(({ en }) => en).join(' '), zh: shown.map(({ zh }) => zh).join(' ') }
}

const same = (text: string): LocalizedText => ({ en: text, zh: text })

/** A value with its unit. */
export function formatQuantity(value: number, unit: RuleUnit): LocalizedText {
  switch (unit) {
    case 'percent':
      return same(`${formatNumber(value, 1)}%`)
    case 'bytes':
      return same(formatBytes(value))
    case 'bytes_per_second':
      return same(`${formatBytes(value)}/s`)
    case 'celsius':
      return same(`${formatNumber(value, 1)} °C`)
    case 'milliseconds':
      return same(`${formatNumber(value, 1)} ms`)
    case 'seconds':
      return formatDuration(value)
    case 'days':
      return {
        en: `${formatNumber(value, 0)} ${Math.abs(value) === 1 ? 'day' : 'days'}`,
        zh: `${formatNumber(value, 0)} 天`,
      }
    default:
      return same(formatNumber(value, 2))
  }
}
