import { expect, it } from 'vitest'
import { makeMemory } from '../test/memory.ts'
import type { SecurityEvent } from './detect/event.ts'
import { makeOutbox } from './outbox.ts'

function makeWorld() {
  const memory = makeMemory()
  const world = { suppressed: 0 }
  const outbox = makeOutbox({
    memory,
    onSuppressed() {
      world.suppressed += 1
    },
  })
  const unsent = () => memory.value.unsent.map(({ event_type, severity }) => `${event_type} ${severity}`)
  return { world, outbox, memory, unsent }
}

const common = {
  source_port: null,
  username: 'root',
  started_at: 0,
  ended_at: 0,
  first_seen: false,
  detector_source: 'journal',
} as const

const attack = (source_ip: string, severity: SecurityEvent['severity'] = 'critical'): SecurityEvent => ({
  ...common,
  event_type: 'ssh_brute_force',
  severity,
  source_ip,
  evidence: {
    kind: 'ssh_brute_force',
    failed_count: 10,
    distinct_users: 5,
    sample_users: [],
    invalid_user_count: 0,
    window_seconds: 60,
    threshold: 10,
  },
})
const signIn: SecurityEvent = {
  ...common,
  event_type: 'ssh_login',
  severity: 'info',
  source_ip: '203.0.113.9',
  evidence: { kind: 'ssh_login', auth_method: 'password' },
}
const newAccount: SecurityEvent = {
  ...common,
  event_type: 'account_change',
  severity: 'medium',
  source_ip: null,
  evidence: { kind: 'account_change', action: 'user_added', privileged: false },
}

it('an attack from everywhere does not hide what the attacker does then', () => {
  const { world, outbox, unsent } = makeWorld()
  for (let i = 0; i < 5000; i += 1) outbox.add(attack(`2001:db8:${i.toString(16)}::1`))
  outbox.add(signIn)
  outbox.add(newAccount)
  expect(unsent().slice(-2)).toEqual(['ssh_login info', 'account_change medium'])
  expect(unsent()).toHaveLength(202)
  expect(world.suppressed).toBe(4800)
})

it('of too many that wait, the least severe of the most frequent type are dropped', () => {
  const { world, outbox, memory, unsent } = makeWorld()
  const waiting = Array.from({ length: 499 }, (_, i) => ({
    ...attack(`198.18.${i >> 8}.${i & 255}`, i === 7 ? 'medium' : 'critical'),
    msg_id: `${i}`,
  }))
  memory.set({ ...memory.value, unsent: waiting })
  outbox.add(signIn)
  expect(world.suppressed).toBe(0)
  outbox.add(newAccount)
  outbox.add(attack('198.18.9.9'))
  expect(world.suppressed).toBe(2)
  expect(unsent()).toHaveLength(500)
  expect(unsent()).toEqual(expect.arrayContaining(['ssh_login info', 'account_change medium']))
  expect(unsent()).not.toContain('ssh_brute_force medium')
})
