import type { MonitorType } from '@svc/plugin-monitors/contract'

/** Configuration fields as text of their inputs. */
export type ConfigText = Readonly<Record<string, string>>

interface Common {
  /** configuration field; its texts are `field.<name>` and `hint.<name>` */
  readonly name: string
  /** whether it applies, given the other fields; default: always */
  readonly isVisible?: (texts: ConfigText) => boolean
  /** shares a row with another field */
  readonly isNarrow?: boolean
}

/** One field in the configuration of a monitor type. */
export type ConfigField = Common &
  (
    | {
        readonly kind: 'number'
        readonly fallback: number
        readonly min: number
        readonly max: number
        readonly unit?: 'days' | 'seconds'
      }
    | { readonly kind: 'text' | 'multiline'; readonly maxLength: number; readonly placeholder?: string }
    /** one text per line */
    | { readonly kind: 'lines'; readonly placeholder: string }
    /** comma-separated status codes, classes and ranges */
    | { readonly kind: 'statuses'; readonly fallback: readonly number[] }
    /** a stored value is shown as a mask, and kept unless it is changed */
    | { readonly kind: 'secret'; readonly maxLength: number }
    | { readonly kind: 'choice'; readonly options: readonly [string, ...string[]] }
    | {
        readonly kind: 'boolean'
        readonly fallback: boolean
        /** text to show while it is on */
        readonly warning?: string
      }
    | { readonly kind: 'headers' }
    /** one of the servers */
    | { readonly kind: 'server' }
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

/** Sign-in, encryption, query and result of a database. */
const databaseFields = (...login: readonly ConfigField[]): readonly ConfigField[] => [
  ...login,
  { name: 'tls', kind: 'choice', options: ['off', 'verify', 'unverified'] },
  timeout,
  { name: 'ca', kind: 'multiline', maxLength: 32_768, isVisible: ({ tls }) => tls === 'verify' },
  { name: 'query', kind: 'multiline', maxLength: 4000 },
  { name: 'expected', kind: 'text', maxLength: 1000, isNarrow: true },
  {
    name: 'comparison',
    kind: 'choice',
    options: ['equals', 'contains', 'at_least', 'at_most'],
    isVisible: ({ expected }) => expected?.trim() !== '',
  },
]
const login: readonly ConfigField[] = [
  { name: 'username', kind: 'text', maxLength: 200, isNarrow: true },
  { name: 'password', kind: 'secret', maxLength: 1000 },
]
const sqlFields = databaseFields(...login, { name: 'database', kind: 'text', maxLength: 200 })

/** Configuration fields by type, in the order of the form. */
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
    { name: 'nameserver', kind: 'text', maxLength: 260, placeholder: '1.1.1.1' },
    { name: 'expected_values', kind: 'lines', placeholder: '192.0.2.10\n192.0.2.11' },
    {
      name: 'mode',
      kind: 'choice',
      options: ['equals', 'contains', 'any'],
      isVisible: ({ expected_values }) => expected_values?.trim() !== '',
    },
  ],
  http_keyword: [
    { name: 'method', kind: 'choice', options: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] },
    timeout,
    { name: 'expected_status', kind: 'statuses', fallback: [200] },
    { name: 'keyword', kind: 'text', maxLength: 1000 },
    { name: 'keyword_exists', kind: 'boolean', fallback: true, isVisible: ({ keyword }) => keyword?.trim() !== '' },
    { name: 'json_path', kind: 'text', maxLength: 300, isNarrow: true, placeholder: 'data.status' },
    {
      name: 'json_value',
      kind: 'text',
      maxLength: 1000,
      isNarrow: true,
      isVisible: ({ json_path }) => json_path?.trim() !== '',
    },
    { name: 'username', kind: 'text', maxLength: 200, isNarrow: true },
    { name: 'password', kind: 'secret', maxLength: 1000, isVisible: ({ username }) => username?.trim() !== '' },
    { name: 'headers', kind: 'headers' },
    {
      name: 'body',
      kind: 'multiline',
      maxLength: 65_536,
      isVisible: ({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method ?? ''),
    },
    { name: 'ignore_tls', kind: 'boolean', fallback: false, warning: 'form.ignoreTls' },
  ],
  ping: [timeout],
  push: [],
  tcp: [timeout],
  postgres: sqlFields,
  mysql: sqlFields,
  redis: databaseFields(...login, { name: 'database', kind: 'text', maxLength: 5, placeholder: '0' }),
  docker: [{ name: 'server_id', kind: 'server' }, { name: 'healthy', kind: 'boolean', fallback: false }, timeout],
  whois: [days('warning_days', 30), days('critical_days', 7)],
}

/** The input text of a configuration value; missing or invalid values become the default. */
export function toFieldText(field: ConfigField, value: unknown): string {
  switch (field.kind) {
    case 'number':
      return String(typeof value === 'number' ? value : field.fallback)
    case 'statuses':
      return (Array.isArray(value) ? value : field.fallback).join(', ')
    case 'lines':
      return Array.isArray(value) ? value.join('\n') : ''
    case 'choice':
      return field.options.find((option) => option === value) ?? field.options[0]
    case 'boolean':
      return String(typeof value === 'boolean' ? value : field.fallback)
    case 'headers':
      return ''
    default:
      return typeof value === 'string' ? value : ''
  }
}

const splitList = (text: string) =>
  text
    .replace(/\s*-\s*/g, '-')
    .split(/[\s,;]+/)
    .filter(Boolean)
/** `200`, `2xx`, `200-299` */
const statusPattern = /^(?:[1-5]\d\d(?:-[1-5]\d\d)?|[1-5]xx)$/i
const isWithin = (text: string, { min, max }: { min: number; max: number }) =>
  /^\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max

/** Locale key of the validation error; undefined if valid. */
export function fieldError(field: ConfigField, text: string): string | undefined {
  if (field.kind === 'server') return text === '' ? 'form.serverMissing' : undefined
  if (field.kind === 'number') return isWithin(text.trim(), field) ? undefined : 'form.between'
  if (field.kind !== 'statuses') return undefined
  const parts = splitList(text)
  return parts.length > 0 && parts.every((part) => statusPattern.test(part)) ? undefined : 'form.statuses'
}

/** Parses the input text; undefined if empty. */
export function parseFieldText(field: ConfigField, text: string): unknown {
  switch (field.kind) {
    case 'number':
      return Number(text)
    case 'statuses':
      return [...new Set(splitList(text).map((part) => (/^\d+$/.test(part) ? Number(part) : part.toLowerCase())))]
    case 'lines':
      return text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
    case 'boolean':
      return text === 'true' || (field.fallback ? false : undefined)
    case 'secret':
    case 'multiline':
      return text === '' ? undefined : text
    default:
      return text.trim() === '' ? undefined : text.trim()
  }
}
