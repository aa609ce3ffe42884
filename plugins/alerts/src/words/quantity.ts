import type { RuleUnit, Words } from '../contract.ts'

const binary = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB']

const spans: readonly [seconds: number, en: string, zh: string][] = [
  [86_400, 'd', '天'],
  [3600, 'h', '小时'],
  [60, 'min', '分钟'],
  [1, 's', '秒'],
]

/** At most `digits` after the point, without zeros at the end; three hundred digits are no number one can read. */
function plain(value: number, digits: number): string {
  if (Math.abs(value) >= 1e15) return value.toExponential(2)
  return String(Number(value.toFixed(digits)))
}

function bytes(value: number): string {
  const step = Math.min(binary.length - 1, Math.max(0, Math.floor(Math.log2(Math.abs(value)) / 10)))
  return `${plain(value / 1024 ** step, step === 0 ? 0 : 1)} ${binary[step]}`
}

/** Seconds: past it whole numbers are not exact, and the parts would not add up. */
const longest = 1e15

/** The two largest parts of a span of seconds: `3 d 4 h`. */
export function span(seconds: number): Words {
  let rest = Math.min(Math.max(0, Math.floor(seconds)), longest)
  const parts: Words[] = []
  for (const [size, en, zh] of spans) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push({ en: `${count} ${en}`, zh: `${count} ${zh}` })
    else if (parts.length > 0) break
  }
  const shown = parts.length > 0 ? parts.slice(0, 2) : [{ en: '0 s', zh: '0 秒' }]
  return { en: shown.map(({ en }) => en).join(' '), zh: shown.map(({ zh }) => zh).join(' ') }
}

const same = (text: string): Words => ({ en: text, zh: text })

/** A figure with its unit, for people. */
export function quantity(value: number, unit: RuleUnit): Words {
  switch (unit) {
    case 'percent':
      return same(`${plain(value, 1)} %`)
    case 'bytes':
      return same(bytes(value))
    case 'bytes_per_second':
      return same(`${bytes(value)}/s`)
    case 'celsius':
      return same(`${plain(value, 1)} °C`)
    case 'milliseconds':
      return same(`${plain(value, 1)} ms`)
    case 'seconds':
      return span(value)
    case 'days':
      return { en: `${plain(value, 0)} ${Math.abs(value) === 1 ? 'day' : 'days'}`, zh: `${plain(value, 0)} 天` }
    default:
      return same(plain(value, 2))
  }
}
