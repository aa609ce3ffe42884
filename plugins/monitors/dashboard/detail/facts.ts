import type { Format, Translate } from '@svc/dashboard-sdk'
import type { MonitorType } from '@svc/plugin-monitors/contract'

/** Something that a check found out. */
export interface Fact {
  /** key below `fact` */
  readonly name: string
  readonly value: string
  /** one may want to paste it somewhere */
  readonly copy?: boolean
  /** as it came, with its line breaks */
  readonly raw?: boolean
}

type Detail = Readonly<Record<string, unknown>>
interface Words {
  readonly t: Translate
  readonly format: Format
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
const texts = (value: unknown) => (Array.isArray(value) ? value.flatMap((one) => text(one) ?? []) : undefined)

/** A day, or what was sent when that is none. */
const day = (value: unknown, format: Format) => {
  const written = text(value)
  return written !== undefined && !Number.isNaN(Date.parse(written)) ? format.date(written) : written
}

/** How many days a certificate or a registration is still valid, or how long it no longer is. */
export function daysText({ days_remaining: days }: Detail, { t, format }: Words): string | undefined {
  if (typeof days !== 'number') return undefined
  const count = Math.abs(days)
  return t(days < 0 ? 'fact.daysAgo' : 'fact.daysLeft', { count, number: format.number(count) })
}

const yes = (value: unknown, t: Translate) =>
  typeof value === 'boolean' ? t(value ? 'fact.yes' : 'fact.no') : undefined

type Entry = readonly [name: string, value: string | undefined, marks?: Pick<Fact, 'copy' | 'raw'>]

const readers: Readonly<Record<MonitorType, (detail: Detail, words: Words) => readonly Entry[]>> = {
  ssl: (detail, words) => [
    ['subject', text(detail.subject)],
    ['issuer', text(detail.issuer)],
    ['notBefore', day(detail.not_before, words.format)],
    ['notAfter', day(detail.not_after, words.format)],
    ['fingerprint', text(detail.sha256_fingerprint), { copy: true }],
  ],
  dns: (detail, { t }) => [
    ['recordType', text(detail.record_type)],
    ['nameserver', text(detail.nameserver)],
    ['changed', yes(detail.changed, t)],
    ['values', texts(detail.values)?.join('\n'), { raw: true }],
  ],
  http_keyword: (detail, { t, format }) => [
    ['status', text(detail.status_code)],
    ['keyword', yes(detail.keyword_found, t)],
    ['responseTime', typeof detail.response_time_ms === 'number' ? format.ms(detail.response_time_ms) : undefined],
  ],
  tcp: (detail, { t }) => [['connected', yes(detail.connected, t)]],
  whois: (detail, words) => [
    ['registrar', text(detail.registrar)],
    ['expires', day(detail.expiry_date, words.format)],
    ['excerpt', text(detail.raw_excerpt), { raw: true }],
  ],
}

/** What a check found out, in the order one wants to read it. */
export const factsOf = (type: MonitorType, detail: Detail, words: Words): readonly Fact[] =>
  readers[type](detail, words).flatMap(([name, value, marks]) => (value ? [{ name, value, ...marks }] : []))

/** The same in a line of a table: what one looks for first. */
export function briefOf(type: MonitorType, detail: Detail, words: Words): string {
  const { t } = words
  const parts: Readonly<Record<MonitorType, readonly (string | false | undefined)[]>> = {
    ssl: [daysText(detail, words)],
    dns: [texts(detail.values)?.join(', '), detail.changed === true && t('fact.hasChanged')],
    http_keyword: [
      text(detail.status_code),
      typeof detail.keyword_found === 'boolean' && t(`fact.keyword.${detail.keyword_found}`),
    ],
    tcp: [],
    whois: [daysText(detail, words)],
  }
  return parts[type].filter(Boolean).join(' · ')
}
