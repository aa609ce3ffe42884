import type { Monitor, MonitorInput, MonitorType } from '@svc/plugin-monitors/contract'
import { type ConfigField, configFields, problemOf, type Typed, typedOf, writtenOf } from './config-field.ts'
import { type HeaderRow, headersOf, rowProblem, rowsOf } from './headers.ts'
import { intervalOf, type TypedInterval, typedInterval } from './interval.ts'

/** A monitor as it is typed. */
export interface MonitorDraft {
  readonly type: MonitorType
  readonly name: string
  readonly target: string
  readonly interval: TypedInterval
  readonly enabled: boolean
  /** failures in a row that are tolerated */
  readonly retries: string
  /** undefined until somebody decides */
  readonly groupId: string | null | undefined
  readonly serverIds: readonly string[]
  readonly typed: Typed
  readonly headers: readonly HeaderRow[]
}

export const longestName = 100
export const mostRetries = 10

const typedConfig = (type: MonitorType, config: Readonly<Record<string, unknown>>): Typed =>
  Object.fromEntries(configFields[type].map((field) => [field.name, typedOf(field, config[field.name])]))

/** Seconds: what changes slowly is asked for rarely, and registries shut out who asks them every few minutes. */
const usualIntervals: Readonly<Record<MonitorType, number>> = {
  http_keyword: 300,
  tcp: 300,
  dns: 300,
  ssl: 3600,
  whois: 86_400,
}

/** What a new monitor begins with. */
export const emptyDraft: MonitorDraft = {
  type: 'http_keyword',
  name: '',
  target: '',
  interval: typedInterval(usualIntervals.http_keyword),
  enabled: true,
  retries: '1',
  groupId: undefined,
  serverIds: [],
  typed: typedConfig('http_keyword', {}),
  headers: [],
}

export const draftOf = (monitor: Monitor): MonitorDraft => ({
  type: monitor.monitor_type,
  name: monitor.name,
  target: monitor.target,
  interval: typedInterval(monitor.interval),
  enabled: monitor.enabled,
  retries: String(monitor.retry_count),
  groupId: monitor.notification_group_id,
  serverIds: monitor.server_ids,
  typed: typedConfig(monitor.monitor_type, monitor.config),
  headers: rowsOf(monitor.config.headers),
})

/** Where nobody decided who hears of an outage, it is the only group there is: rather that than nobody. */
export const decided = (draft: MonitorDraft, groups: readonly { readonly id: string }[] = []): MonitorDraft =>
  draft.groupId === undefined ? { ...draft, groupId: (groups.length === 1 ? groups[0]?.id : null) ?? null } : draft

/** Another type begins with its own defaults; what all types have stays, also an interval that somebody chose. */
export const ofType = (draft: MonitorDraft, type: MonitorType): MonitorDraft => ({
  ...draft,
  type,
  interval:
    intervalOf(draft.interval) === usualIntervals[draft.type] ? typedInterval(usualIntervals[type]) : draft.interval,
  typed: typedConfig(type, {}),
  headers: [],
})

/** The members of the configuration that mean something beside the others. */
export const shownFields = ({ type, typed }: Pick<MonitorDraft, 'type' | 'typed'>): readonly ConfigField[] =>
  configFields[type].filter(({ shown }) => shown?.(typed) ?? true)

function configOf(draft: MonitorDraft): Record<string, unknown> {
  const config: Record<string, unknown> = {}
  for (const field of shownFields(draft)) {
    const value = field.kind === 'headers' ? headersOf(draft.headers) : writtenOf(field, draft.typed[field.name] ?? '')
    if (value !== undefined) config[field.name] = value
  }
  return config
}

/** What is sent. Only of drafts without problems. */
export const inputOf = (draft: MonitorDraft): MonitorInput => ({
  name: draft.name.trim(),
  monitor_type: draft.type,
  target: draft.target.trim(),
  interval: intervalOf(draft.interval) ?? 0,
  config_json: configOf(draft),
  notification_group_id: draft.groupId ?? null,
  retry_count: Number(draft.retries),
  server_ids_json: [...draft.serverIds],
  enabled: draft.enabled,
})

/** The members of `after` that are not as they were; the type never is among them. */
export function changesOf(before: MonitorDraft, after: MonitorDraft): Partial<MonitorInput> {
  const [old, wanted] = [inputOf(before), inputOf(after)]
  const changed = Object.entries(wanted).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(old[key as keyof MonitorInput]),
  )
  return Object.fromEntries(changed)
}

/** Keys of the texts that say what is wrong, by field; of headers by the id of their row. */
export function problemsOf(draft: MonitorDraft): Readonly<Record<string, string>> {
  const found: [string, string | undefined][] = [
    ['name', draft.name.trim() === '' ? 'form.nameMissing' : undefined],
    ['target', draft.target.trim() === '' ? 'form.targetMissing' : undefined],
    ['interval', intervalOf(draft.interval) === undefined ? 'form.intervalWrong' : undefined],
    ['retry_count', /^(?:\d|10)$/.test(draft.retries.trim()) ? undefined : 'form.between'],
    ...shownFields(draft).flatMap((field): [string, string | undefined][] =>
      field.kind === 'headers'
        ? draft.headers.map((row) => [row.id, rowProblem(row, draft.headers)])
        : [[field.name, problemOf(field, draft.typed[field.name] ?? '')]],
    ),
  ]
  return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined))
}
