import { randomUUID } from 'node:crypto'
import { type CodedText, type Core, text } from '@svc/plugin-sdk'
import type { Notice, OutgoingNotice } from '../contract.ts'

/** Truncates a text to `maxLength` UTF-16 units without splitting a surrogate pair. */
export const truncate = (long: string, maxLength: number): string =>
  long.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')

const titles: Readonly<Record<OutgoingNotice['event'], (name: string) => CodedText>> = {
  triggered: (name) => text('alerts.TITLE_TRIGGERED', { name }),
  resolved: (name) => text('alerts.TITLE_RESOLVED', { name }),
  recovered: (name) => text('alerts.TITLE_RECOVERED', { name }),
  test: (name) => text('alerts.TITLE_TEST', { name }),
}

const maxLength = { name: 200, message: 2000 }

/** Well-formed, truncated, and without control characters. */
const cleaned = (raw: string, length: number, control: RegExp) =>
  Buffer.from(truncate(raw, length)).toString().replace(control, ' ').trim()

const oneLine = (raw: string) => cleaned(raw, maxLength.name, /[\p{Cc}\p{Zl}\p{Zp}]+/gu)
const multiLine = (raw: string) => cleaned(raw.replace(/\r\n?/g, '\n'), maxLength.message, /[^\P{Cc}\n]/gu)

const formatPercent = (value: number | null) =>
  value === null || !Number.isFinite(value) ? '' : `${value.toFixed(1)}%`

/** `YYYY-MM-DD HH:MM:SS UTC` of epoch seconds. */
const formatTime = (at: number): string => `${new Date(at * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`

function titleOf(
  event: OutgoingNotice['event'],
  subject: string,
  rule: string,
  severity: Notice['severity'],
): CodedText {
  // The rule of a monitor is the monitor itself.
  const name = rule.startsWith(subject) ? rule : `${subject} - ${rule}`
  return event === 'triggered' && severity === 'warning' ? text('alerts.TITLE_WARNING', { name }) : titles[event](name)
}

/** What a message about several alerts says. */
export interface GroupTexts {
  readonly event: Notice['event']
  readonly name: CodedText
  /** in place of the name of a server */
  readonly server: string
  readonly serverIds: readonly string[]
  /** several lines */
  readonly message: string
  /** the worst of the alerts; empty if none has one */
  readonly severity: string
  /** epoch seconds */
  readonly at: number
  /** adds to the title */
  readonly prefix: ((name: CodedText) => CodedText) | undefined
}

/** Renders a message about several alerts; what is about one alert is empty. */
export function renderTexts(
  { event, name, server, serverIds, message: lines, severity, at, prefix = (same) => same }: GroupTexts,
  language: string,
  sentenceOf: Core['text'],
): OutgoingNotice {
  const message = multiLine(lines)
  const time = formatTime(at)
  return {
    id: randomUUID(),
    event,
    title: `[svc] ${oneLine(sentenceOf(prefix(titles[event](sentenceOf(name, language))), language))}`,
    text: `${message}\n${time}`,
    variables: {
      server_name: server,
      server_id: '',
      rule_id: '',
      rule_name: '',
      source: '',
      severity,
      event,
      message,
      time,
      cpu: '',
      memory: '',
      group_id: '',
      count: '',
    },
    serverIds,
  }
}

/** Renders a notification in the configured language. `prefix` adds to the title. */
export function render(
  notice: Notice,
  language: string,
  sentenceOf: Core['text'],
  event: OutgoingNotice['event'] = notice.event,
  prefix: (title: CodedText) => CodedText = (same) => same,
): OutgoingNotice {
  const subject = oneLine(notice.subjectName)
  const rule = oneLine(notice.ruleName)
  const message = multiLine(sentenceOf(notice.message, language))
  const time = formatTime(notice.at)
  return {
    id: randomUUID(),
    event,
    title: `[svc] ${sentenceOf(prefix(titleOf(event, subject, rule, notice.severity)), language)}`,
    text: `${message}\n${time}`,
    variables: {
      server_name: subject,
      server_id: notice.subjectId,
      rule_id: notice.ruleId,
      rule_name: rule,
      source: notice.source ?? '',
      severity: notice.severity ?? '',
      event: notice.event,
      message,
      time,
      cpu: formatPercent(notice.cpu),
      memory: formatPercent(notice.memory),
      group_id: '',
      count: '1',
    },
    serverIds: notice.subjectKind === undefined ? [notice.subjectId] : [],
  }
}

/** The notification of a channel test. */
export const sampleNotice = (at: number, language: string, sentenceOf: Core['text']): OutgoingNotice =>
  render(
    {
      event: 'triggered',
      subjectId: '00000000-0000-4000-8000-000000000000',
      subjectName: sentenceOf(text('alerts.SAMPLE_SERVER'), language),
      ruleId: '00000000-0000-4000-8000-000000000001',
      ruleName: sentenceOf(text('alerts.SAMPLE_RULE'), language),
      message: text('alerts.SAMPLE_MESSAGE'),
      at,
      cpu: 42.5,
      memory: 61.2,
    },
    language,
    sentenceOf,
    'test',
  )
