import type { FieldErrors, Translate } from '@svc/dashboard-sdk'
import type { Monitor, MonitorInput, MonitorType } from '@svc/plugin-monitors/contract'
import {
  type ConfigField,
  type ConfigText,
  configFields,
  fieldError,
  parseFieldText,
  toFieldText,
} from './config-field.ts'
import { type HeaderRow, headerError, headersOf, toHeaderRows } from './header-rows.tsx'

/** The domain in a target, which may be a URL: lowercase and ASCII; undefined without one. */
export function parseDomain(target: string): string | undefined {
  const text = target.trim()
  if (text === '') return undefined
  try {
    const { hostname } = new URL(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`)
    const domain = hostname.toLowerCase().replace(/\.$/, '')
    return /^(?:[a-z\d_-]+\.)+[a-z][a-z\d-]+$/.test(domain) ? domain : undefined
  } catch {
    return undefined
  }
}

/** Seconds by unit. */
export const units = { seconds: 1, minutes: 60, hours: 3600 } as const
export type IntervalUnit = keyof typeof units

const minInterval = 10
const maxInterval = 86_400

/** An interval in the form. */
export interface IntervalText {
  readonly amount: string
  readonly unit: IntervalUnit
}

/** Uses the largest unit that gives a whole number. */
export function toIntervalText(seconds: number): IntervalText {
  const unit = (['hours', 'minutes'] as const).find((unit) => seconds % units[unit] === 0) ?? 'seconds'
  return { amount: String(seconds / units[unit]), unit }
}

/** Seconds; undefined if not a whole number or out of range. */
export function parseInterval({ amount, unit }: IntervalText): number | undefined {
  const seconds = /^\d{1,5}(?:\.\d{1,3})?$/.test(amount.trim())
    ? Math.round(Number(amount) * units[unit] * 1000) / 1000
    : Number.NaN
  return Number.isInteger(seconds) && seconds >= minInterval && seconds <= maxInterval ? seconds : undefined
}

/** A monitor in the form. */
export interface MonitorDraft {
  readonly type: MonitorType
  readonly name: string
  readonly target: string
  readonly interval: IntervalText
  readonly enabled: boolean
  readonly group: string
  /** comma-separated */
  readonly tags: string
  /** tolerated consecutive failures */
  readonly retries: string
  /** undefined until selected */
  readonly groupId: string | null | undefined
  readonly serverIds: readonly string[]
  /** what it depends on; undefined: unchanged */
  readonly dependsOn?: readonly string[]
  readonly configText: ConfigText
  readonly headers: readonly HeaderRow[]
}

export const maxNameLength = 100
const maxRetries = 10

const toConfigText = (type: MonitorType, config: Readonly<Record<string, unknown>>): ConfigText =>
  Object.fromEntries(configFields[type].map((field) => [field.name, toFieldText(field, config[field.name])]))

/** Seconds. Certificates and domains change slowly, and registries block frequent queries. */
const defaultIntervals: Readonly<Record<MonitorType, number>> = {
  http_keyword: 300,
  ping: 60,
  push: 300,
  tcp: 300,
  postgres: 60,
  mysql: 60,
  redis: 60,
  docker: 60,
  dns: 300,
  ssl: 3600,
  whois: 86_400,
}

/** The draft of a new monitor. */
export const emptyDraft: MonitorDraft = {
  type: 'http_keyword',
  name: '',
  target: '',
  interval: toIntervalText(defaultIntervals.http_keyword),
  enabled: true,
  group: '',
  tags: '',
  retries: '1',
  groupId: undefined,
  serverIds: [],
  configText: toConfigText('http_keyword', {}),
  headers: [],
}

export const toDraft = (monitor: Monitor): MonitorDraft => ({
  type: monitor.monitor_type,
  name: monitor.name,
  target: monitor.target,
  interval: toIntervalText(monitor.interval),
  enabled: monitor.enabled,
  group: monitor.group_name ?? '',
  tags: monitor.tags.join(', '),
  retries: String(monitor.retry_count),
  groupId: monitor.notification_group_id,
  serverIds: monitor.server_ids,
  configText: toConfigText(monitor.monitor_type, monitor.config),
  headers: toHeaderRows(monitor.config.headers),
})

/** The id of the built-in notification group. */
export const allChannels = 'all'

/** Preselects all channels, or the only notification group. */
export const withDefaultGroup = (draft: MonitorDraft, groups: readonly { readonly id: string }[] = []): MonitorDraft =>
  draft.groupId === undefined
    ? {
        ...draft,
        groupId:
          groups.find(({ id }) => id === allChannels)?.id ?? (groups.length === 1 ? groups[0]?.id : null) ?? null,
      }
    : draft

/** Changes the type: its own fields get their defaults; common fields stay, including a custom interval. */
export const withType = (draft: MonitorDraft, type: MonitorType): MonitorDraft => ({
  ...draft,
  type,
  interval:
    parseInterval(draft.interval) === defaultIntervals[draft.type]
      ? toIntervalText(defaultIntervals[type])
      : draft.interval,
  configText: toConfigText(type, {}),
  headers: [],
})

/** The configuration fields that apply to the current values. */
export const visibleFields = ({
  type,
  configText,
}: Pick<MonitorDraft, 'type' | 'configText'>): readonly ConfigField[] =>
  configFields[type].filter(({ isVisible }) => isVisible?.(configText) ?? true)

function toConfig(draft: MonitorDraft): Record<string, unknown> {
  const config: Record<string, unknown> = {}
  for (const field of visibleFields(draft)) {
    const value =
      field.kind === 'headers' ? headersOf(draft.headers) : parseFieldText(field, draft.configText[field.name] ?? '')
    if (value !== undefined) config[field.name] = value
  }
  return config
}

const parseTags = (text: string) => [
  ...new Set(
    text
      .split(/[,，]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

/** The request body of a valid draft. */
export const toInput = (draft: MonitorDraft): MonitorInput => ({
  name: draft.name.trim(),
  monitor_type: draft.type,
  target: draft.target.trim(),
  interval: parseInterval(draft.interval) ?? 0,
  config_json: toConfig(draft),
  notification_group_id: draft.groupId ?? null,
  retry_count: Number(draft.retries),
  server_ids_json: [...draft.serverIds],
  enabled: draft.enabled,
  group_name: draft.group.trim() || null,
  tags: parseTags(draft.tags),
})

/** The fields that differ; the type cannot change. */
export function changedFields(before: MonitorDraft, after: MonitorDraft): Partial<MonitorInput> {
  const oldInput = toInput(before)
  const newInput = toInput(after)
  const changed = Object.entries(newInput).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(oldInput[key as keyof MonitorInput]),
  )
  return Object.fromEntries(changed)
}

/** Path of a field in errors: common ones and headers by their own name, configuration fields below `config_json`. */
const pathOf = (draft: MonitorDraft, field: string): string =>
  field in draft.configText ? `config_json.${field}` : field

/** Locale keys of validation errors by field; of headers by row id. */
export function draftErrors(draft: MonitorDraft): Readonly<Record<string, string>> {
  const errors: [string, string | undefined][] = [
    ['name', draft.name.trim() === '' ? 'form.nameMissing' : undefined],
    ['target', draft.type !== 'push' && draft.target.trim() === '' ? 'form.targetMissing' : undefined],
    ['interval', parseInterval(draft.interval) === undefined ? 'form.intervalWrong' : undefined],
    ['retry_count', /^(?:\d|10)$/.test(draft.retries.trim()) ? undefined : 'form.between'],
    ...visibleFields(draft).flatMap((field): [string, string | undefined][] =>
      field.kind === 'headers'
        ? draft.headers.map((row) => [row.id, headerError(row, draft.headers)])
        : [[field.name, fieldError(field, draft.configText[field.name] ?? '')]],
    ),
  ]
  return Object.fromEntries(errors.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** The numbers in the message of a field. */
function limitsOf(draft: MonitorDraft, name: string): object {
  if (name === 'interval') return { shortest: minInterval, hours: maxInterval / 3600 }
  if (name === 'retry_count') return { min: 0, max: maxRetries }
  const field = configFields[draft.type].find((one) => one.name === name)
  return field && 'min' in field ? { min: field.min, max: field.max } : {}
}

/** Messages of validation errors by path. */
export const draftMessages = (draft: MonitorDraft, t: Translate): FieldErrors =>
  Object.fromEntries(
    Object.entries(draftErrors(draft)).map(([field, key]) => [
      pathOf(draft, field),
      t(key, { ...limitsOf(draft, field) }),
    ]),
  )
