import { randomUUID } from 'node:crypto'
import type { Notice, OutgoingNotice } from '../contract.ts'

/** Truncates a text to `maxLength` UTF-16 units without splitting a surrogate pair. */
export const truncate = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')

export type Language = 'en' | 'zh'

const eventNames: Readonly<Record<Language, Readonly<Record<OutgoingNotice['event'], string>>>> = {
  en: { triggered: 'Triggered', resolved: 'Resolved', recovered: 'Recovered', test: 'Test' },
  zh: { triggered: '触发', resolved: '已解除', recovered: '已恢复', test: '测试' },
}

const maxLength = { name: 200, message: 2000 }

/** Well-formed, truncated, and without control characters. */
const cleaned = (text: string, length: number, control: RegExp) =>
  Buffer.from(truncate(text, length)).toString().replace(control, ' ').trim()

const oneLine = (text: string) => cleaned(text, maxLength.name, /[\p{Cc}\p{Zl}\p{Zp}]+/gu)
const multiLine = (text: string) => cleaned(text.replace(/\r\n?/g, '\n'), maxLength.message, /[^\P{Cc}\n]/gu)

const formatPercent = (value: number | null) =>
  value === null || !Number.isFinite(value) ? '' : `${value.toFixed(1)}%`

/** `YYYY-MM-DD HH:MM:SS UTC` of epoch seconds. */
const formatTime = (at: number): string => `${new Date(at * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`

function titleOf(event: OutgoingNotice['event'], subject: string, rule: string, language: Language): string {
  // The rule of a monitor is the monitor itself.
  const name = rule.startsWith(subject) ? rule : `${subject} - ${rule}`
  return `[svc] ${eventNames[language][event]}: ${name}`
}

/** Renders a notification in the configured language. */
export function render(
  notice: Notice,
  language: Language,
  event: OutgoingNotice['event'] = notice.event,
): OutgoingNotice {
  const subject = oneLine(notice.subjectName)
  const rule = oneLine(notice.ruleName)
  const message = multiLine(notice.message[language])
  const time = formatTime(notice.at)
  return {
    id: randomUUID(),
    event,
    title: titleOf(event, subject, rule, language),
    text: `${message}\n${time}`,
    variables: {
      server_name: subject,
      server_id: notice.subjectId,
      rule_id: notice.ruleId,
      rule_name: rule,
      event: notice.event,
      message,
      time,
      cpu: formatPercent(notice.cpu),
      memory: formatPercent(notice.memory),
    },
  }
}

/** The notification of a channel test. */
export const sampleNotice = (at: number, language: Language): OutgoingNotice =>
  render(
    {
      event: 'triggered',
      subjectId: '00000000-0000-4000-8000-000000000000',
      subjectName: language === 'en' ? 'Sample server' : '示例服务器',
      ruleId: '00000000-0000-4000-8000-000000000001',
      ruleName: language === 'en' ? 'Sample rule' : '示例规则',
      message: {
        en: 'This is a test notification. If you can read it, the channel works.',
        zh: '这是一条测试通知：该渠道可以正常送达。',
      },
      at,
      cpu: 42.5,
      memory: 61.2,
    },
    language,
    'test',
  )
