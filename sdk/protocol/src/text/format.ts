import { makeMoney } from './money.ts'

/** The unit of a number; decides its format. */
export type Unit = 'percent' | 'bytes' | 'rate' | 'number' | 'celsius' | 'ms'

const binary = { base: 1024, units: ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] }
const decimal = { base: 1000, units: ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'] }

/** Whether a size was given in decimal units, as providers sell traffic: a round number of megabytes and not of mebibytes. */
export const isDecimalSize = (bytes: number): boolean => bytes > 0 && bytes % 1e6 === 0 && bytes % 2 ** 20 !== 0

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** Formats numbers and times for a locale. Non-finite values are formatted as a dash. */
export interface Format {
  /** BCP 47 tag */
  readonly locale: string
  /** binary units, or those of the size `like` it is compared with: `1.4 GiB`, with `like` of a terabyte `1.5 GB` */
  bytes(value: number, like?: number): string
  /** bytes per second: `12.3 MiB/s` */
  rate(value: number): string
  /** 0..100: `7.3 %` style of the locale */
  percent(value: number, digits?: number): string
  number(value: number, digits?: number): string
  /** an amount of money; `currency` is a code such as `EUR`, or free text */
  money(value: number, currency: string): string
  celsius(value: number): string
  ms(value: number): string
  /** by unit */
  value(value: number, unit: Unit): string
  /** the two largest parts of a span of seconds: `3d 4h` */
  duration(seconds: number): string
  /** `m:ss` or `h:mm:ss`, for countdowns */
  clock(seconds: number): string
  /** `5 minutes ago`; `at` in milliseconds or RFC 3339 */
  relative(at: number | string, now: number): string
  /** day and time, seconds included */
  dateTime(at: number | string): string
  /** the day; a bare date such as `2026-01-31` is that day everywhere */
  date(at: number | string): string
  time(at: number | string): string
  /** `a, b, c` */
  list(items: readonly string[]): string
}

const dash = '–'

/** Languages that separate the items of a list by an ideographic comma. */
const ideographic = /^(?:zh|ja)\b/

/** `Date` parses a bare date as midnight UTC, which is the day before in America. */
const isBareDate = (value: number | string) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** Makes a value at its first use: a formatter of `Intl` takes a millisecond, and most are never needed. */
function late<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

function createFormat(locale: string, timeZone: string | undefined): Format {
  const numbers = new Map<number, Intl.NumberFormat>()
  const plain = (digits: number) => {
    let format = numbers.get(digits)
    if (!format) {
      format = new Intl.NumberFormat(locale, { maximumFractionDigits: digits, minimumFractionDigits: digits })
      numbers.set(digits, format)
    }
    return format
  }
  const scientific = late(() => new Intl.NumberFormat(locale, { notation: 'scientific', maximumFractionDigits: 2 }))
  const write = (value: number, digits: number) => (Math.abs(value) < 1e15 ? plain(digits) : scientific()).format(value)
  const percents = [0, 1, 2].map((digits) =>
    late(
      () =>
        new Intl.NumberFormat(locale, {
          style: 'percent',
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        }),
    ),
  )
  const narrow = Object.fromEntries(
    ['day', 'hour', 'minute', 'second'].map((unit) => [
      unit,
      late(() => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' })),
    ]),
  )
  const money = makeMoney(locale)
  const relative = late(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  const dateTime = late(
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23', timeZone }),
  )
  const date = late(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }))
  const time = late(
    () =>
      new Intl.DateTimeFormat(locale, {
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
        timeZone,
      }),
  )

  const valid = (write: (value: number) => string) => (value: number) => (Number.isFinite(value) ? write(value) : dash)
  const at = (write: (value: Date) => string) => (value: number | string) => {
    const moment = new Date(value)
    return Number.isNaN(moment.getTime()) ? dash : write(moment)
  }
  const bytes = (value: number, like = 0) => {
    if (!Number.isFinite(value)) return dash
    const { base, units } = isDecimalSize(like) ? decimal : binary
    let size = Math.abs(value)
    let step = 0
    // 1023.95 would be rounded to 1024.0
    while (size >= base - 0.05 && step < units.length - 1) {
      size /= base
      step++
    }
    return `${write(Math.sign(value) * size, step === 0 || size >= 99.95 ? 0 : 1)} ${units[step]}`
  }

  const format: Format = {
    locale,
    bytes,
    rate: valid((value) => `${bytes(value)}/s`),
    percent: (value, digits = 1) =>
      valid((share) =>
        Math.abs(share) < 1e15
          ? ((percents[digits] ?? percents[1])?.().format(share / 100) ?? dash)
          : `${scientific().format(share)}%`,
      )(value),
    number: (value, digits = 0) => valid((n) => write(n, digits))(value),
    money: (value, currency) => valid((sum) => money(sum, currency))(value),
    celsius: valid((value) => `${write(value, 0)} °C`),
    ms: valid((value) => `${write(value, value < 10 ? 1 : 0)} ms`),
    value(value, unit) {
      if (unit === 'number') return format.number(value, Math.abs(value) < 100 && !Number.isInteger(value) ? 2 : 0)
      return format[unit](value)
    },
    duration: valid((value) => {
      let rest = Math.max(0, Math.floor(value))
      const parts: string[] = []
      for (const [unit, size] of [
        ['day', 86_400],
        ['hour', 3600],
        ['minute', 60],
        ['second', 1],
      ] as const) {
        const count = Math.floor(rest / size)
        rest -= count * size
        if (count > 0 || (unit === 'second' && parts.length === 0)) parts.push(narrow[unit]?.().format(count) ?? '')
        else if (parts.length > 0) break
        if (parts.length === 2) break
      }
      return parts.join(' ')
    }),
    clock: valid((value) => {
      const whole = Math.max(0, Math.ceil(value))
      const two = (n: number) => String(n).padStart(2, '0')
      const hours = Math.floor(whole / 3600)
      const minutes = Math.floor(whole / 60) % 60
      return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
    }),
    relative: (value, now) =>
      at((moment) => {
        const seconds = Math.round((moment.getTime() - now) / 1000)
        const [unit, size] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? ['second' as const, 1]
        return relative().format(Math.trunc(seconds / size), unit)
      })(value),
    dateTime: at((moment) => dateTime().format(moment)),
    date: (value) =>
      at((moment) => date().format(moment))(
        isBareDate(value) ? `${value}T12:00:00${timeZone === undefined ? '' : 'Z'}` : value,
      ),
    time: at((moment) => time().format(moment)),
    list: (items) => items.join(ideographic.test(locale) ? '、' : ', '),
  }
  return format
}

const formats = new Map<string, Format>()

/** The formats of a locale (a BCP 47 tag), cached. `timeZone` is that of the machine by default. */
export function makeFormat(locale: string, timeZone?: string): Format {
  const key = `${locale} ${timeZone}`
  let format = formats.get(key)
  if (!format) {
    format = createFormat(locale, timeZone)
    formats.set(key, format)
  }
  return format
}
