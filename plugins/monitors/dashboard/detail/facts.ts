import type { Format, Translate } from '@svc/dashboard-sdk'
import type { MonitorType } from '@svc/plugin-monitors/contract'

/** A detail of a check result. */
export interface Fact {
  /** key below `fact` */
  readonly name: string
  readonly value: string
  /** shows a copy button */
  readonly copy?: boolean
  /** preformatted, with line breaks */
  readonly raw?: boolean
}

type Detail = Readonly<Record<string, unknown>>
interface Formatters {
  readonly t: Translate
  readonly format: Format
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
const texts = (value: unknown) => (Array.isArray(value) ? value.flatMap((one) => text(one) ?? []) : undefined)

/** A formatted date, or the text as is if it is not a date. */
const date = (value: unknown, format: Format) => {
  const raw = text(value)
  return raw !== undefined && !Number.isNaN(Date.parse(raw)) ? format.date(raw) : raw
}

/** Days until or since the expiry of a certificate or registration. */
export function daysText({ days_remaining: days }: Detail, { t, format }: Formatters): string | undefined {
  if (typeof days !== 'number') return undefined
  const count = Math.abs(days)
  return t(days < 0 ? 'fact.daysAgo' : 'fact.daysLeft', { count, number: format.number(count) })
}

const yesNo = (value: unknown, t: Translate) =>
  typeof value === 'boolean' ? t(value ? 'fact.yes' : 'fact.no') : undefined

type Entry = readonly [name: string, value: string | undefined, options?: Pick<Fact, 'copy' | 'raw'>]

const ofResult = (detail: Detail): readonly Entry[] => [
  ['result', detail.value === null ? 'NULL' : text(detail.value)],
  ['rows', text(detail.rows)],
]

const readers: Readonly<Record<MonitorType, (detail: Detail, formatters: Formatters) => readonly Entry[]>> = {
  ssl: (detail, formatters) => [
    ['subject', text(detail.subject)],
    ['issuer', text(detail.issuer)],
    ['notBefore', date(detail.not_before, formatters.format)],
    ['notAfter', date(detail.not_after, formatters.format)],
    ['fingerprint', text(detail.sha256_fingerprint), { copy: true }],
  ],
  dns: (detail, { t }) => [
    ['recordType', text(detail.record_type)],
    ['nameserver', text(detail.nameserver)],
    ['changed', yesNo(detail.changed, t)],
    ['values', texts(detail.values)?.join('\n'), { raw: true }],
  ],
  http_keyword: (detail, { t, format }) => [
    ['status', text(detail.status_code)],
    ['keyword', yesNo(detail.keyword_found, t)],
    ['responseTime', typeof detail.response_time_ms === 'number' ? format.ms(detail.response_time_ms) : undefined],
  ],
  ping: (detail) => [['address', text(detail.address)]],
  push: () => [],
  tcp: (detail, { t }) => [['connected', yesNo(detail.connected, t)]],
  postgres: ofResult,
  mysql: ofResult,
  redis: ofResult,
  docker: (detail, { t }) => [
    [
      'containerState',
      text(detail.state) && t(`containerState.${detail.state}`, { defaultValue: String(detail.state) }),
    ],
    ['health', text(detail.health) && t(`health.${detail.health}`, { defaultValue: String(detail.health) })],
    ['image', text(detail.image)],
  ],
  whois: (detail, formatters) => [
    ['registrar', text(detail.registrar)],
    ['expires', date(detail.expiry_date, formatters.format)],
    ['excerpt', text(detail.raw_excerpt), { raw: true }],
  ],
}

/** The details of a check, most important first. */
export const factsOf = (type: MonitorType, detail: Detail, formatters: Formatters): readonly Fact[] =>
  readers[type](detail, formatters).flatMap(([name, value, options]) => (value ? [{ name, value, ...options }] : []))

/** A one-line summary of the details. */
export function factsSummary(type: MonitorType, detail: Detail, formatters: Formatters): string {
  const { t } = formatters
  const parts: Readonly<Record<MonitorType, readonly (string | false | undefined)[]>> = {
    ssl: [daysText(detail, formatters)],
    dns: [texts(detail.values)?.join(', '), detail.changed === true && t('fact.hasChanged')],
    http_keyword: [
      text(detail.status_code),
      typeof detail.keyword_found === 'boolean' && t(`fact.keyword.${detail.keyword_found}`),
    ],
    ping: [text(detail.address)],
    push: [],
    tcp: [],
    whois: [daysText(detail, formatters)],
    postgres: [text(detail.value)],
    mysql: [text(detail.value)],
    redis: [text(detail.value)],
    docker: [
      text(detail.state) && t(`containerState.${detail.state}`, { defaultValue: String(detail.state) }),
      text(detail.health) && t(`health.${detail.health}`, { defaultValue: String(detail.health) }),
    ],
  }
  return parts[type].filter(Boolean).join(' · ')
}
