import { beforeEach, describe, expect, it } from 'vitest'
import { makeMemory } from '../test/memory.ts'
import type { SecurityEvent } from './detect/event.ts'
import { makeDetector } from './detector.ts'
import type { Memory } from './state.ts'

const start = 1_790_000_000
let now: number
let events: SecurityEvent[]
let detector: ReturnType<typeof makeDetector>

function begin({ learningSeconds = 0, memory = {} as Partial<Memory> } = {}) {
  events = []
  const held = makeMemory(memory)
  detector = makeDetector({ memory: held, learningSeconds, emit: (event) => events.push(event), now: () => now * 1000 })
  return held
}

beforeEach(() => {
  now = start
  begin()
})

/** sshd logs messages, each some seconds after the one before. */
function sshd(messages: readonly string[], secondsBetween = 1) {
  for (const message of messages) {
    detector.entries([{ at: now, program: 'sshd', message }], 'journal')
    now += secondsBetween
  }
}
function pass(seconds: number) {
  for (let passed = 0; passed < seconds; passed += 5) {
    now += 5
    detector.tick()
  }
}
const times = <T>(count: number, message: (index: number) => T) => Array.from({ length: count }, (_, i) => message(i))
const failure = (ip: string, port: number, user = 'root') => `Failed password for ${user} from ${ip} port ${port} ssh2`

describe('brute force', () => {
  it('ten failures of an address within a minute are an event', () => {
    sshd(times(9, (i) => failure('203.0.113.9', 1000 + i)))
    expect(events).toEqual([])
    sshd([failure('203.0.113.9', 1009)])
    expect(events).toEqual([
      {
        event_type: 'ssh_brute_force',
        severity: 'medium',
        source_ip: '203.0.113.9',
        source_port: null,
        username: 'root',
        started_at: start,
        ended_at: start + 9,
        first_seen: false,
        detector_source: 'journal',
        evidence: {
          kind: 'ssh_brute_force',
          failed_count: 10,
          distinct_users: 1,
          sample_users: ['root'],
          invalid_user_count: 0,
          window_seconds: 60,
          threshold: 10,
        },
      },
    ])
  })

  it.each([
    [1, 'medium'],
    [4, 'high'],
    [5, 'critical'],
  ])('%d names make it %s', (names, severity) => {
    sshd(times(10, (i) => failure('203.0.113.9', i + 1, `invalid user user${i % names}`)))
    expect(events).toMatchObject([{ severity, evidence: { distinct_users: names, invalid_user_count: 10 } }])
  })

  it('ten failures in more than a minute are none', () => {
    sshd(
      times(30, (i) => failure('203.0.113.9', i + 1)),
      7,
    )
    expect(events).toEqual([])
  })

  it('addresses count for themselves, but an IPv6 network is one source', () => {
    sshd(times(18, (i) => failure(`203.0.113.${i % 2}`, i + 1)))
    expect(events).toEqual([])
    sshd(times(10, (i) => failure(`2001:db8:1:2:${i}::1`, i + 1)))
    expect(events).toMatchObject([{ source_ip: '2001:db8:1:2:9::1', evidence: { failed_count: 10 } }])
  })

  it('an attack that goes on is one event every five minutes, with all that happened', () => {
    for (let second = 0; second < 900; second += 1) {
      sshd([failure('203.0.113.9', second + 1)])
      if (second % 5 === 0) detector.tick()
    }
    expect(events.map(({ evidence }) => evidence)).toMatchObject([
      { failed_count: 10 },
      { failed_count: 299, window_seconds: 298 },
      { failed_count: 300, window_seconds: 299 },
    ])
  })

  it('an attack that ends is reported to its end, and the next one is new', () => {
    sshd(times(50, (i) => failure('203.0.113.9', i + 1)))
    pass(400)
    expect(events.map(({ evidence }) => evidence)).toMatchObject([{ failed_count: 10 }, { failed_count: 40 }])
    pass(400)
    sshd(times(10, (i) => failure('203.0.113.9', i + 100)))
    expect(events).toHaveLength(3)
  })

  it('the lines of one connection are one attempt for an unknown name and one for each password', () => {
    sshd(
      times(4, (i) => [
        `Invalid user admin from 203.0.113.9 port ${i + 1}`,
        `Failed password for invalid user admin from 203.0.113.9 port ${i + 1} ssh2`,
        `Failed password for invalid user admin from 203.0.113.9 port ${i + 1} ssh2`,
        `Connection closed by invalid user admin 203.0.113.9 port ${i + 1} [preauth]`,
      ]).flat(),
    )
    expect(events).toEqual([])
    sshd([failure('203.0.113.9', 90), failure('203.0.113.9', 91)])
    expect(events).toMatchObject([{ evidence: { failed_count: 10, sample_users: ['admin', 'root'] } }])
  })

  it('hosts that accept keys only notice it by the connections', () => {
    sshd(times(10, (i) => `Connection closed by authenticating user root 203.0.113.9 port ${i + 1} [preauth]`))
    expect(events).toMatchObject([{ evidence: { failed_count: 10 } }])
  })

  it('many keys of somebody who then signs in are no failures', () => {
    for (let connection = 1; connection <= 30; connection += 1) {
      sshd(
        [
          ...times(5, () => `Failed publickey for git from 198.51.100.7 port ${connection} ssh2: RSA SHA256:abc`),
          `Accepted publickey for git from 198.51.100.7 port ${connection} ssh2: RSA SHA256:def`,
        ],
        0.1,
      )
    }
    expect(events.filter(({ event_type }) => event_type === 'ssh_brute_force')).toEqual([])
  })

  it('repeated messages count as often as they were logged', () => {
    sshd([failure('203.0.113.9', 1), `message repeated 9 times: [ ${failure('203.0.113.9', 1)}]`])
    expect(events).toMatchObject([{ evidence: { failed_count: 10 } }])
  })

  it('names of any length and kind do not grow the event', () => {
    sshd(times(10, (i) => failure('203.0.113.9', i + 1, `invalid user ${'x'.repeat(5000)}${i}`)))
    expect(JSON.stringify(events[0]).length).toBeLessThan(3000)
  })

  it('a flood from everywhere makes few events', () => {
    for (let i = 0; i < 50_000; i += 1) {
      detector.entries(
        [{ at: now, program: 'sshd', message: failure(`10.${i % 250}.${(i >> 8) % 250}.${i >> 16}`, 7) }],
        'journal',
      )
    }
    detector.tick()
    expect(events.length).toBeLessThan(50)
  })
})

describe('sign-ins', () => {
  const accepted = (user: string, ip: string) => `Accepted publickey for ${user} from ${ip} port 5 ssh2: RSA SHA256:x`

  it('from a new address are marked, once', () => {
    sshd([accepted('alice', '198.51.100.7')], 400)
    sshd([accepted('alice', '198.51.100.7'), accepted('bob', '198.51.100.7')], 400)
    expect(events.map(({ username, first_seen, severity }) => [username, first_seen, severity])).toEqual([
      ['alice', true, 'medium'],
      ['alice', false, 'info'],
      ['bob', true, 'medium'],
    ])
    expect(events[0]).toMatchObject({ source_port: 5, evidence: { kind: 'ssh_login', auth_method: 'publickey' } })
  })

  it('are learned at first, and nothing is new meanwhile', () => {
    begin({ learningSeconds: 3600 })
    expect(detector.learningUntil()).toBe(start + 3600)
    sshd([accepted('alice', '198.51.100.7')])
    now = start + 3601
    expect(detector.learningUntil()).toBeNull()
    sshd([accepted('alice', '198.51.100.7'), accepted('alice', '198.51.100.8')])
    expect(events.map(({ first_seen, evidence }) => [first_seen, 'learning' in evidence])).toEqual([
      [false, true],
      [false, false],
      [true, false],
    ])
  })

  it('are remembered across restarts, and learning does not start again', () => {
    const memory = begin({ learningSeconds: 3600 })
    sshd([accepted('alice', '198.51.100.7')])
    now = start + 4000
    begin({ learningSeconds: 3600, memory: memory.value })
    expect(detector.learningUntil()).toBeNull()
    sshd([accepted('alice', '198.51.100.7')])
    expect(events).toMatchObject([{ first_seen: false }])
  })

  it('of programs that sign in all the time are one event every five minutes', () => {
    sshd(times(900, () => accepted('deploy', '198.51.100.7')))
    expect(events.map(({ evidence }) => ('repeats' in evidence ? evidence.repeats : 0))).toEqual([0, 299, 299])
  })

  it('at most 4096 pairs are remembered, the latest ones', () => {
    const memory = begin()
    for (let i = 0; i < 5000; i += 1) sshd([accepted('a', `10.0.${i >> 8}.${i & 255}`)], 0)
    expect(memory.value.seen).toHaveLength(4096)
    expect(memory.value.seen.at(-1)).toBe('login a 10.0.19.135')
  })
})

describe('becoming another user', () => {
  const sudo = (message: string) => detector.entries([{ at: now, program: 'sudo', message }], 'auth_log')
  const used = (user: string) => sudo(`${user} : TTY=pts/0 ; PWD=/ ; USER=root ; COMMAND=/usr/bin/mysql -psecret`)

  it('is reported the first time, and then hourly, without the command', () => {
    for (let minute = 0; minute < 90; minute += 1) {
      used('alice')
      now += 60
    }
    expect(
      events.map(({ severity, first_seen, evidence }) => [severity, first_seen, 'count' in evidence && evidence.count]),
    ).toEqual([
      ['low', true, 1],
      ['info', false, 60],
    ])
    expect(JSON.stringify(events)).not.toContain('secret')
  })

  it('without permission or password is reported each time, but not for each attempt', () => {
    sudo('bob : user NOT in sudoers ; TTY=pts/1 ; PWD=/ ; USER=root ; COMMAND=/usr/bin/id')
    sudo('bob : 3 incorrect password attempts ; TTY=pts/1 ; PWD=/ ; USER=root ; COMMAND=/usr/bin/id')
    sudo('bob : 3 incorrect password attempts ; TTY=pts/1 ; PWD=/ ; USER=root ; COMMAND=/usr/bin/id')
    expect(events.map(({ severity, evidence }) => [severity, 'outcome' in evidence && evidence.outcome])).toEqual([
      ['medium', 'not_permitted'],
      ['medium', 'wrong_password'],
    ])
  })
})

describe('port scans', () => {
  const packet = (ip: string, port: number, prefix = '[UFW BLOCK] ') =>
    detector.entries(
      [
        {
          at: now,
          program: 'kernel',
          message: `${prefix}IN=eth0 OUT= SRC=${ip} DST=192.0.2.5 LEN=44 PROTO=TCP SPT=5 DPT=${port} WINDOW=1 RES=0x00 SYN URGP=0 `,
        },
      ],
      'firewall_log',
    )

  it('twenty ports within thirty seconds are an event', () => {
    for (let port = 1; port <= 20; port += 1) {
      packet('203.0.113.9', port)
      packet('203.0.113.9', port, 'LOG ')
      now += 1
    }
    expect(events).toMatchObject([
      {
        event_type: 'port_scan',
        severity: 'high',
        source_ip: '203.0.113.9',
        detector_source: 'firewall_log',
        evidence: { distinct_ports: 20, total_attempts: 39, blocked_count: 20, window_seconds: 30, threshold: 20 },
      },
    ])
  })

  it('one port many times is none, and many ports slowly neither', () => {
    for (let i = 0; i < 100; i += 1) packet('203.0.113.9', 443)
    for (let port = 1; port < 200; port += 1) {
      packet('203.0.113.10', port)
      now += 2
    }
    expect(events).toEqual([])
  })

  it('a scan of all ports is an event every five minutes', () => {
    for (let port = 1; port <= 6000; port += 1) {
      packet('203.0.113.9', port)
      if (port % 10 === 0) now += 1
    }
    pass(400)
    expect(events.map(({ evidence }) => 'distinct_ports' in evidence && evidence.distinct_ports)).toEqual([
      20, 2990, 2990,
    ])
    expect(events[1]).toMatchObject({ evidence: { sample_ports: { length: 20 } } })
  })
})

describe('accounts', () => {
  const users = { root: { id: 0, group: 0, shell: '/bin/bash' }, alice: { id: 1000, group: 1000, shell: '/bin/bash' } }
  const accounts = { users, groups: { sudo: ['alice'], games: [] } }
  const summary = () =>
    events.map(({ username, severity, evidence }) => [username, severity, 'action' in evidence && evidence.action])

  it('the first look is no change, also not with the same accounts again', () => {
    detector.accountsRead(accounts)
    detector.accountsRead(accounts)
    expect(events).toEqual([])
  })

  it('changes are events, also those between two runs', () => {
    begin({ memory: { accounts } })
    detector.accountsRead({
      users: {
        root: { id: 0, group: 0, shell: '/bin/zsh' },
        eve: { id: 0, group: 0, shell: '/bin/sh' },
        mallory: { id: 1001, group: 1001, shell: '/bin/sh' },
      },
      groups: { sudo: ['mallory'], games: ['eve'] },
    })
    expect(summary()).toEqual([
      ['eve', 'critical', 'user_added'],
      ['mallory', 'high', 'group_member_added'],
      ['mallory', 'medium', 'user_added'],
      ['root', 'low', 'shell_changed'],
      ['alice', 'low', 'user_removed'],
      ['alice', 'low', 'group_member_removed'],
      ['eve', 'low', 'group_member_added'],
    ])
  })

  it('a changed password is one, by the log', () => {
    detector.entries(
      [{ at: now, program: 'passwd', message: 'pam_unix(passwd:chauthtok): password changed for alice' }],
      'journal',
    )
    expect(summary()).toEqual([['alice', 'low', 'password_changed']])
  })

  it('thousands of changes are fifty events', () => {
    detector.accountsRead({ users: {}, groups: {} })
    const many = Object.fromEntries(
      times(3000, (i) => `user${i}`).map((name, id) => [name, { id: id + 1, group: 1, shell: '' }]),
    )
    detector.accountsRead({ users: many, groups: {} })
    expect(events).toHaveLength(50)
  })
})
