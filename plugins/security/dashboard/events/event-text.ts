import { type Format, type Translate, useFormat, useT } from '@svc/dashboard-sdk'
import type { SecurityEvent } from '@svc/plugin-security/contract'
import { KeyRound, type LucideIcon, Radar, ShieldBan, UserCog, UserRoundKey } from 'lucide-react'

export const typeIcons: Readonly<Record<SecurityEvent['event_type'], LucideIcon>> = {
  ssh_login: KeyRound,
  ssh_brute_force: ShieldBan,
  port_scan: Radar,
  sudo: UserRoundKey,
  account_change: UserCog,
}

type Sentence = (event: Pick<SecurityEvent, 'evidence' | 'username' | 'first_seen'>) => string

const eventText =
  (t: Translate, format: Format): Sentence =>
  ({ evidence, username, first_seen }) => {
    const user = username ?? t('event.someone')
    switch (evidence.kind) {
      case 'ssh_login':
        return t(first_seen ? 'event.newLogin' : 'event.login', { user })
      case 'ssh_brute_force': {
        const { failed_count: count, window_seconds, sample_users } = evidence
        const span = format.duration(window_seconds)
        const users = format.list(sample_users)
        const failed = t('event.failed', { count, number: format.number(count), span })
        return users === '' ? failed : t('event.failedFor', { failed, users })
      }
      case 'port_scan': {
        const { distinct_ports: count, window_seconds } = evidence
        return t('event.ports', { count, number: format.number(count), span: format.duration(window_seconds) })
      }
      case 'sudo':
        return t(`event.sudo.${evidence.outcome}`, { user, target: evidence.target_user ?? t('event.another') })
      case 'account_change':
        return t(`event.account.${evidence.action}`, { user, group: evidence.group ?? '' })
    }
  }

/** An event in one sentence, without its address. */
export function useEventText(): Sentence {
  const t = useT()
  const format = useFormat()
  return eventText(t, format)
}
