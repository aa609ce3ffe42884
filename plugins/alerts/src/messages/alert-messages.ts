import type { LocalizedText } from '../contract.ts'
import type { Reason } from '../events/changes-store.ts'
import { formatDuration } from './format.ts'

interface Named {
  readonly name: string
}

const joined = (parts: readonly LocalizedText[]): LocalizedText => ({
  en: parts.map(({ en }) => en).join(', '),
  zh: parts.map(({ zh }) => zh).join('，'),
})

/** The alert fires, or has been firing for `seconds`. */
export function firingMessage(server: Named, findings: readonly LocalizedText[], seconds?: number): LocalizedText {
  const found = joined(findings)
  if (seconds === undefined) {
    return { en: `${server.name}: ${found.en}`, zh: `${server.name}：${found.zh}` }
  }
  const duration = formatDuration(seconds)
  return {
    en: `${server.name}: ${found.en}, firing for ${duration.en}`,
    zh: `${server.name}：${found.zh}，已持续 ${duration.zh}`,
  }
}

/** The conditions of the rule no longer hold. */
export function recoveredMessage(server: Named, findings: readonly LocalizedText[], seconds: number): LocalizedText {
  const found = joined(findings)
  const duration = formatDuration(seconds)
  return {
    en: `${server.name} recovered after ${duration.en}: ${found.en}`,
    zh: `${server.name} 已恢复，持续 ${duration.zh}：${found.zh}`,
  }
}

/** Reasons to close an alert other than recovery. */
export type CloseReason = Exclude<Reason, 'recovered'>

const closeReasons: Readonly<Record<CloseReason, LocalizedText>> = {
  quiet: { en: 'no further events', zh: '未再发生' },
  rule_changed: { en: 'the rule was changed', zh: '规则已更改' },
  rule_disabled: { en: 'the rule was disabled', zh: '规则已停用' },
  rule_deleted: { en: 'the rule was deleted', zh: '规则已删除' },
  server_deleted: { en: 'the server was deleted', zh: '服务器已删除' },
}

/** The alert was closed although its conditions may still hold. */
export function closedMessage(server: Named, seconds: number, reason: CloseReason): LocalizedText {
  const duration = formatDuration(seconds)
  const why = closeReasons[reason]
  return {
    en: `${server.name}: alert closed after ${duration.en}, ${why.en}`,
    zh: `${server.name}：告警已关闭，持续 ${duration.zh}，${why.zh}`,
  }
}
