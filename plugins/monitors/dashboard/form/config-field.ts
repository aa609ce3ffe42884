import type { MonitorType } from '@svc/plugin-monitors/contract'

/** Members of the configuration as they are typed. */
export type Typed = Readonly<Record<string, string>>

interface Common {
  /** the member of the configuration; its texts are `field.<name>` and `hint.<name>` */
  readonly name: string
  /** whether it means anything beside the others; default: always */
  readonly shown?: (typed: Typed) => boolean
}

/** One member of what a type of monitor is configured with. */
export type ConfigField = Common &
  (
    | {
        readonly kind: 'number'
        readonly fallback: number
        readonly min: number
        readonly max: number
        readonly unit?: 'days' | 'seconds'
      }
    | { readonly kind: 'text' | 'long'; readonly most: number; readonly placeholder?: string }
    /** a text per line */
    | { readonly kind: 'lines'; readonly placeholder: string }
    /** whole numbers with commas between them */
    | { readonly kind: 'numbers'; readonly fallback: readonly number[]; readonly min: number; readonly max: number }
    | { readonly kind: 'choice'; readonly options: readonly [string, ...string[]] }
    | { readonly kind: 'yes'; readonly fallback: boolean }
    | { readonly kind: 'headers' }
  )

const timeout: ConfigField = { name: 'timeout', kind: 'number', fallback: 10, min: 1, max: 60, unit: 'seconds' }
const days = (name: string, fallback: number): ConfigField => ({
  name,
  fallback,
  kind: 'number',
  unit: 'days',
  min: 0,
  max: 3650,
})

/** What each type is configured with, in the order of the form. */
export const configFields: Readonly<Record<MonitorType, readonly ConfigField[]>> = {
  ssl: [
    { name: 'port', kind: 'number', fallback: 443, min: 1, max: 65_535 },
    timeout,
    days('warning_days', 14),
    days('critical_days', 7),
  ],
  dns: [
    { name: 'record_type', kind: 'choice', options: ['A', 'AAAA', 'CNAME', 'MX', 'TXT'] },
    timeout,
    { name: 'nameserver', kind: 'text', most: 260, placeholder: '1.1.1.1' },
    { name: 'expected_values', kind: 'lines', placeholder: '192.0.2.10\n192.0.2.11' },
    {
      name: 'mode',
      kind: 'choice',
      options: ['equals', 'contains', 'any'],
      shown: ({ expected_values }) => expected_values?.trim() !== '',
    },
  ],
  http_keyword: [
    { name: 'method', kind: 'choice', options: ['GET', 'POST'] },
    timeout,
    { name: 'expected_status', kind: 'numbers', fallback: [200], min: 100, max: 599 },
    { name: 'keyword', kind: 'text', most: 1000 },
    { name: 'keyword_exists', kind: 'yes', fallback: true, shown: ({ keyword }) => keyword?.trim() !== '' },
    { name: 'headers', kind: 'headers' },
    { name: 'body', kind: 'long', most: 65_536, shown: ({ method }) => method === 'POST' },
  ],
  tcp: [timeout],
  whois: [days('warning_days', 30), days('critical_days', 7)],
}

/** How a value of a configuration is typed; of what is missing or no such value, what it is by default. */
export function typedOf(field: ConfigField, value: unknown): string {
  switch (field.kind) {
    case 'number':
      return String(typeof value === 'number' ? value : field.fallback)
    case 'numbers':
      return (Array.isArray(value) ? value : field.fallback).join(', ')
    case 'lines':
      return Array.isArray(value) ? value.join('\n') : ''
    case 'choice':
      return field.options.find((option) => option === value) ?? field.options[0]
    case 'yes':
      return String(typeof value === 'boolean' ? value : field.fallback)
    case 'headers':
      return ''
    default:
      return typeof value === 'string' ? value : ''
  }
}

const partsOf = (text: string) => text.split(/[\s,;]+/).filter(Boolean)
const isWithin = (text: string, { min, max }: { min: number; max: number }) =>
  /^\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max

/** The key of the text that says what is wrong with what was typed; undefined when it may be sent. */
export function problemOf(field: ConfigField, typed: string): string | undefined {
  if (field.kind === 'number') return isWithin(typed.trim(), field) ? undefined : 'form.between'
  if (field.kind !== 'numbers') return undefined
  const parts = partsOf(typed)
  return parts.length > 0 && parts.every((part) => isWithin(part, field)) ? undefined : 'form.eachBetween'
}

/** The value that was typed; undefined when nothing was. */
export function writtenOf(field: ConfigField, typed: string): unknown {
  switch (field.kind) {
    case 'number':
      return Number(typed)
    case 'numbers':
      return [...new Set(partsOf(typed).map(Number))]
    case 'lines':
      return typed
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
    case 'yes':
      return typed === 'true'
    case 'long':
      return typed === '' ? undefined : typed
    default:
      return typed.trim() === '' ? undefined : typed.trim()
  }
}
