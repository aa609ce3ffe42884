import { randomUUID } from 'node:crypto'
import type { Notice, OutgoingNotice } from '../contract.ts'
import { beginning } from './beginning.ts'

export type Language = 'en' | 'zh'

const events: Readonly<Record<Language, Readonly<Record<OutgoingNotice['event'], string>>>> = {
  en: { triggered: 'Triggered', resolved: 'Resolved', recovered: 'Recovered', test: 'Test' },
  zh: { triggered: '触发', resolved: '已解除', recovered: '已恢复', test: '测试' },
}

const longest = { name: 200, message: 2000 }

/** Well-formed, bounded, and without signs that end a line or a field somewhere. */
const cleaned = (text: string, length: number, control: RegExp) =>
  Buffer.from(beginning(text, length)).toString().replace(control, ' ').trim()

const oneLine = (text: string) => cleaned(text, longest.name, /[\p{Cc}\p{Zl}\p{Zp}]+/gu)
const lines = (text: string) => cleaned(text.replace(/\r\n?/g, '\n'), longest.message, /[^\P{Cc}\n]/gu)

const percent = (value: number | null) => (value === null || !Number.isFinite(value) ? '' : `${value.toFixed(1)}%`)

/** `YYYY-MM-DD HH:MM:SS UTC` of epoch seconds. */
const timeText = (at: number): string => `${new Date(at * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** The title that stands for one notice wherever it is listed. */
function titleOf(event: OutgoingNotice['event'], subject: string, rule: string, language: Language): string {
  // a monitor's rule is the monitor itself
  const about = rule.startsWith(subject) ? rule : `${subject} - ${rule}`
  return `[svc] ${events[language][event]}: ${about}`
}

/** A notice in the words that are sent. */
export function render(
  notice: Notice,
  language: Language,
  event: OutgoingNotice['event'] = notice.event,
): OutgoingNotice {
  const subject = oneLine(notice.subjectName)
  const rule = oneLine(notice.ruleName)
  const message = lines(notice.message[language])
  const time = timeText(notice.at)
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
      cpu: percent(notice.cpu),
      memory: percent(notice.memory),
    },
  }
}

/** What a test sends. */
export const sample = (at: number, language: Language): OutgoingNotice =>
  render(
    {
      event: 'triggered',
      subjectId: '00000000-0000-4000-8000-000000000000',
      subjectName: language === 'en' ? 'Sample server' : '示例服务器',
      ruleId: '00000000-0000-4000-8000-000000000001',
      ruleName: language === 'en' ? 'Sample rule' : '示例规则',
      message: {
        en: 'This is a test: notifications of this channel arrive.',
        zh: '这是一条测试通知：该渠道可以正常送达。',
      },
      at,
      cpu: 42.5,
      memory: 61.2,
    },
    language,
    'test',
  )
