import type { Words } from '../contract.ts'
import type { Reason } from '../events/state.ts'
import { span } from './quantity.ts'

interface Named {
  readonly name: string
}

const joined = (parts: readonly Words[]): Words => ({
  en: parts.map(({ en }) => en).join(', '),
  zh: parts.map(({ zh }) => zh).join('，'),
})

/** An alert fires, or does so for `seconds` already. */
export function firingWords(rule: Named, server: Named, findings: readonly Words[], seconds?: number): Words {
  const found = joined(findings)
  if (seconds === undefined) {
    return {
      en: `Rule "${rule.name}" fires on ${server.name}: ${found.en}`,
      zh: `规则“${rule.name}”在 ${server.name} 上触发：${found.zh}`,
    }
  }
  const since = span(seconds)
  return {
    en: `Rule "${rule.name}" has been firing on ${server.name} for ${since.en}: ${found.en}`,
    zh: `规则“${rule.name}”在 ${server.name} 上已持续触发 ${since.zh}：${found.zh}`,
  }
}

/** The conditions of a rule do not hold any more. */
export function recoveredWords(rule: Named, server: Named, findings: readonly Words[], seconds: number): Words {
  const found = joined(findings)
  const lasted = span(seconds)
  return {
    en: `Rule "${rule.name}" no longer fires on ${server.name}, after ${lasted.en}: ${found.en}`,
    zh: `规则“${rule.name}”在 ${server.name} 上已恢复，持续了 ${lasted.zh}：${found.zh}`,
  }
}

/** Why an alert ended, when it is not in its conditions. */
export type Outside = Exclude<Reason, 'recovered'>

const why: Readonly<Record<Outside, Words>> = {
  quiet: { en: 'nothing more happened', zh: '之后未再发生' },
  rule_changed: { en: 'the rule was changed', zh: '规则已更改' },
  rule_disabled: { en: 'the rule is not watched any more', zh: '规则已停用' },
  rule_deleted: { en: 'the rule was deleted', zh: '规则已删除' },
  server_deleted: { en: 'the server was deleted', zh: '服务器已删除' },
}

/** An alert ended for a reason from outside. */
export function overWords(rule: Named, server: Named, seconds: number, reason: Outside): Words {
  const lasted = span(seconds)
  return {
    en: `Rule "${rule.name}" no longer fires on ${server.name}, after ${lasted.en}: ${why[reason].en}`,
    zh: `规则“${rule.name}”在 ${server.name} 上已结束，持续了 ${lasted.zh}：${why[reason].zh}`,
  }
}
