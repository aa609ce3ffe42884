import { type CodedText, type Core, type Registry, text } from '@svc/plugin-sdk'
import type { AlertSubjects, NoticeThread, OutgoingNotice } from '../contract.ts'
import { formatDuration } from '../messages/format.ts'
import { render, renderTexts } from '../notifications/render.ts'
import { type AlertGroupRow, type MemberRow, noticeOf } from './alert-groups-store.ts'
import { idOf, kindOf } from './plan-groups.ts'

const maxListed = 20
/** Leaves room for the other lines of a message. */
const maxListLength = 1600

const collator = new Intl.Collator('en', { numeric: true })

/** What the alerts have in common, for a title; undefined when they are one alert. */
export function causeText({
  cause_key,
  cause_name: name,
}: Pick<AlertGroupRow, 'cause_key' | 'cause_name'>): CodedText | undefined {
  switch (kindOf(cause_key)) {
    case 'network':
      return text('alerts.CAUSE_NETWORK')
    case 'dependency':
      return text('alerts.CAUSE_DEPENDENCY', { name })
    case 'target':
      return text('alerts.CAUSE_TARGET', { name })
    case 'server_group':
      return text('alerts.CAUSE_SERVER_GROUP', { name })
    case 'location':
      return text('alerts.CAUSE_LOCATION', { name })
    default:
      return undefined
  }
}

interface Dependencies {
  readonly language: string
  readonly text: Core['text']
  readonly subjects: Registry<AlertSubjects>
}

/** What a message is about. */
interface Content {
  readonly group: AlertGroupRow
  readonly members: readonly MemberRow[]
  readonly kind: NoticeThread['kind']
  readonly isEscalated: boolean
  /** epoch seconds */
  readonly now: number
}

/** Kinds of causes that one alert alone does not tell. */
const untoldCauses = ['network', 'target']

/** Writes the messages about alert groups. A group of one alert reads like that alert. */
export function makeGroupMessages({ language, text: sentenceOf, subjects }: Dependencies) {
  const sentence = (one: CodedText) => sentenceOf(one, language)

  /** The root of a dependency first, then by name. */
  function listOf(members: readonly MemberRow[], rootId: string): string[] {
    const sorted = members.toSorted(
      (a, b) =>
        Number(b.server_id === rootId) - Number(a.server_id === rootId) ||
        collator.compare(a.server_name, b.server_name) ||
        a.id - b.id,
    )
    const lines: string[] = []
    let length = 0
    for (const member of sorted) {
      const line = sentence(noticeOf(member).message).replace(/\s+/g, ' ').slice(0, 200)
      if (lines.length >= maxListed || length + line.length > maxListLength) break
      lines.push(line)
      length += line.length
    }
    const count = sorted.length - lines.length
    return count > 0 ? [...lines, sentence(text('alerts.GROUP_MORE', { count }))] : lines
  }

  /** For example "2 servers, 1 monitor". */
  function countSubjects(members: readonly MemberRow[]): CodedText[] {
    return [...Map.groupBy(members, ({ subject_kind }) => subject_kind)].flatMap(([kind, ofKind]) => {
      const count = new Set(ofKind.map(({ server_id }) => server_id)).size
      return kind === 'server' ? text('alerts.GROUP_SERVERS', { count }) : (subjects.get(kind)?.count(count) ?? [])
    })
  }

  function writeGroup({ group, members, kind, now }: Content) {
    const open = members.filter(({ resolved_at }) => resolved_at === null)
    const alerts = text('alerts.GROUP_ALERTS', { count: members.length })
    const on = text('alerts.GROUP_SUBJECTS', { subjects: countSubjects(members) })
    const cause = causeText(group)
    const name = cause
      ? text('alerts.GROUP_NAME', { cause, alerts, servers: on })
      : text('alerts.GROUP_NAME_PLAIN', { alerts, servers: on })
    const duration = formatDuration(now - group.first_at)
    const resolved = members.length - open.length
    const summary: CodedText[] = [
      ...(kindOf(group.cause_key) === 'network' && kind !== 'end' ? [text('alerts.OWN_NETWORK')] : []),
      ...(kindOf(group.cause_key) === 'target' && kind !== 'end'
        ? [text('alerts.TARGET_UNREACHABLE', { name: group.cause_name })]
        : []),
      ...(kind === 'end' ? [text('alerts.GROUP_RESOLVED', { alerts, duration })] : []),
      ...(kind !== 'end' && resolved > 0
        ? [text('alerts.GROUP_PARTLY_RESOLVED', { open: open.length, total: members.length })]
        : []),
      ...(kind === 'reminder' ? [text('alerts.GROUP_LASTING', { duration })] : []),
    ]
    const listed = listOf(kind === 'end' ? members : open, idOf(group.cause_key))
    const severities = members.map((member) => noticeOf(member).severity)
    const serverIds = members.filter(({ subject_kind }) => subject_kind === 'server').map(({ server_id }) => server_id)
    return {
      name,
      server: sentence(on),
      severity: ['critical', 'warning'].find((one) => severities.some((severity) => severity === one)) ?? '',
      serverIds: [...new Set(serverIds)],
      message: [...summary.map(sentence), ...listed].join('\n'),
    }
  }

  return (content: Content): OutgoingNotice => {
    const { group, members, kind, isEscalated, now } = content
    const thread: NoticeThread = { id: group.id, kind }
    const variables = { group_id: group.id, count: String(members.length) }
    const [first] = members
    const last = first && members.length === 1 ? noticeOf(first) : undefined
    // Monitors recover, rules are resolved.
    const event = kind !== 'end' ? 'triggered' : last?.event === 'recovered' ? 'recovered' : 'resolved'
    const prefix =
      isEscalated && kind === 'opening' ? (name: CodedText) => text('alerts.ESCALATED', { name }) : undefined
    const notice =
      last && !untoldCauses.includes(kindOf(group.cause_key))
        ? render(last, language, sentenceOf, event, prefix)
        : renderTexts({ ...writeGroup(content), event, at: now, prefix }, language, sentenceOf)
    return {
      ...notice,
      // So that later messages can refer to the first one.
      ...(kind === 'opening' && { id: group.id }),
      variables: { ...notice.variables, ...variables },
      thread,
    }
  }
}
export type GroupMessages = ReturnType<typeof makeGroupMessages>
