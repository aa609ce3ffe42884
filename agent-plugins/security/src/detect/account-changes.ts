import { type AccountAction, type Severity, severities } from '@svc/plugin-security/wire'
import type { Accounts } from '../state.ts'
import { type Emit, nameOf, type SecurityEvent } from './event.ts'

/** Members may become root. */
const privilegedGroups = new Set(['root', 'sudo', 'wheel', 'admin', 'docker', 'lxd', 'incus', 'disk', 'shadow'])
/** A host that lost its accounts, or got those of a directory, says so in this many events. */
const maxChanges = 50

interface Change {
  readonly action: AccountAction
  readonly user: string
  readonly group?: string
  readonly privileged: boolean
}

/** Of `/etc/passwd` and `/etc/group`. */
export function parseAccounts(passwd: string, group: string): Accounts {
  const users: Accounts['users'] = {}
  for (const line of passwd.split('\n')) {
    const [name = '', , id, groupId, , , shell = ''] = line.split(':')
    if (name === '' || id === undefined || groupId === undefined) continue
    users[name] = { id: Number(id), group: Number(groupId), shell }
  }
  const groups: Accounts['groups'] = {}
  for (const line of group.split('\n')) {
    const [name = '', , id, members = ''] = line.split(':')
    if (name !== '' && id !== undefined) groups[name] = members.split(',').filter((each) => each !== '')
  }
  return { users, groups }
}

/** What was changed between two times. */
function changesOf(before: Accounts, after: Accounts): Change[] {
  const changes: Change[] = []
  for (const [user, account] of Object.entries(after.users)) {
    const old = before.users[user]
    const privileged = account.id === 0
    if (!old) changes.push({ action: 'user_added', user, privileged })
    else {
      if (old.id !== account.id) changes.push({ action: 'user_id_changed', user, privileged })
      if (old.shell !== account.shell) changes.push({ action: 'shell_changed', user, privileged })
    }
  }
  for (const [user, { id }] of Object.entries(before.users)) {
    if (!after.users[user]) changes.push({ action: 'user_removed', user, privileged: id === 0 })
  }
  for (const group of new Set([...Object.keys(before.groups), ...Object.keys(after.groups)])) {
    const [old, now] = [before.groups[group] ?? [], after.groups[group] ?? []]
    const privileged = privilegedGroups.has(group)
    for (const user of now.filter((each) => !old.includes(each))) {
      changes.push({ action: 'group_member_added', user, group, privileged })
    }
    for (const user of old.filter((each) => !now.includes(each))) {
      changes.push({ action: 'group_member_removed', user, group, privileged })
    }
  }
  return changes
}

function severityOf({ action, privileged }: Change): Severity {
  switch (action) {
    case 'user_added':
    case 'user_id_changed':
      return privileged ? 'critical' : 'medium'
    case 'group_member_added':
      return privileged ? 'high' : 'low'
    default:
      return 'low'
  }
}

const eventOf = (change: Change, at: number, detector_source: SecurityEvent['detector_source']): SecurityEvent => ({
  event_type: 'account_change',
  severity: severityOf(change),
  source_ip: null,
  source_port: null,
  username: nameOf(change.user),
  started_at: at,
  ended_at: at,
  first_seen: false,
  detector_source,
  evidence: {
    kind: 'account_change',
    action: change.action,
    ...(change.group !== undefined && { group: nameOf(change.group) }),
    privileged: change.privileged,
  },
})

/** Reports changes of accounts and groups. */
export function makeAccountChanges(emit: Emit) {
  return {
    compared(before: Accounts, after: Accounts, at: number) {
      // The important ones first, in case there are too many.
      const rankOf = (change: Change) => severities.indexOf(severityOf(change))
      const changes = changesOf(before, after).toSorted((a, b) => rankOf(b) - rankOf(a))
      for (const change of changes.slice(0, maxChanges)) emit(eventOf(change, at, 'account_files'))
    },
    passwordChanged(user: string, isRoot: boolean, at: number, source: SecurityEvent['detector_source']) {
      emit(eventOf({ action: 'password_changed', user, privileged: isRoot }, at, source))
    },
  }
}
