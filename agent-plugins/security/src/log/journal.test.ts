import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Journald, startJournald } from '../../test/journald.ts'
import { until } from '../../test/until.ts'
import { findJournal, followJournal, type JournalOptions } from './journal.ts'
import { parseJournalLine } from './journal-entry.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }

describe('the journal', () => {
  let journald: Journald
  let read: string[]
  let cursor: string
  let states: string[]
  let journal: ReturnType<typeof followJournal> | undefined

  beforeAll(async () => {
    journald = await startJournald()
  })
  afterAll(() => journald.close())
  beforeEach(() => {
    read = []
    states = []
    cursor = ''
  })
  afterEach(() => journal?.close())

  function follow(more: Partial<JournalOptions> = {}) {
    journal = followJournal({
      directory: journald.directory,
      withKernel: false,
      cursor,
      share: 1,
      log,
      restartMs: 50,
      onEntries: (entries, source) =>
        read.push(...entries.map((entry) => `${source} ${entry.program}: ${entry.message}`)),
      onCursor(next) {
        cursor = next
      },
      onState: (state) => states.push(state),
      onSkipped: () => states.push('skipped'),
      ...more,
    })
  }

  /** What was logged before journalctl has started is not read. */
  async function ready(sshd: { log(message: string): void }) {
    for (let attempt = 0; read.length === 0 && attempt < 200; attempt += 1) {
      sshd.log(`ready ${attempt}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    sshd.log('ready')
    await until(() => read.at(-1), 'journal sshd: ready')
    read = []
  }

  it('is followed, and continued after a restart', async () => {
    const sshd = journald.program('sshd')
    follow()
    await ready(sshd)
    sshd.log('one', 'two')
    await until(() => read, ['journal sshd: one', 'journal sshd: two'])
    journal?.close()
    const others = Array.from({ length: 50 }, (_, index) => `missed ${index}`)
    sshd.log(...others)
    const session = journald.program('sshd-session')
    session.log('last')
    follow()
    await until(() => read.at(-1), 'journal sshd-session: last')
    expect(read.slice(2)).toEqual([...others.map((text) => `journal sshd: ${text}`), 'journal sshd-session: last'])
    expect(states.every((state) => state === 'reading')).toBe(true)
  })

  it('says who has logged: nobody else can log as sshd or sudo', async () => {
    const sshd = journald.program('sshd')
    follow()
    await ready(sshd)
    journald.program('sshd', 65_534).log('Accepted password for root from 192.0.2.1 port 1 ssh2')
    journald.program('sudo', 65_534).log('root : TTY=pts/0 ; PWD=/ ; USER=root ; COMMAND=/bin/sh')
    const other = journald.program('other')
    other.log('Accepted password for root from 192.0.2.1 port 1 ssh2')
    await new Promise((resolve) => setTimeout(resolve, 300))
    sshd.log('end')
    await until(() => read, ['journal sshd: end'])
  })

  it('a flood is skipped when it is too much, but no sign-in', { timeout: 60_000 }, async () => {
    const sshd = journald.program('sshd')
    follow()
    await ready(sshd)
    journal?.close()
    const flood = (count: number) =>
      sshd.log(
        ...Array.from({ length: count }, (_, i) => `Failed password for root from 198.18.0.${i % 250} port 5 ssh2`),
      )
    flood(30_000)
    const hidden = 'Accepted password for eve from 192.0.2.1 port 5 ssh2'
    sshd.log(hidden)
    flood(30_000)
    journald.program('other').log('Accepted password for root from 192.0.2.9 port 1 ssh2')
    sshd.log('end')
    const last = () => {
      const args = [`--directory=${journald.directory}`, '--lines=1', '--output=cat', '_COMM=sshd']
      return execFileSync('journalctl', args, { encoding: 'utf8' }).trim()
    }
    await expect.poll(last, { timeout: 30_000, interval: 200 }).toBe('end')
    follow({ share: 0.05, maxBehindSeconds: 1 })
    await expect.poll(() => read.includes(`journal sshd: ${hidden}`), { timeout: 50_000 }).toBe(true)
    // It goes on with what is logged now.
    const isFresh = () => {
      sshd.log('fresh')
      return read.includes('journal sshd: fresh')
    }
    await expect.poll(isFresh, { timeout: 20_000 }).toBe(true)
    expect(states.filter((state) => state === 'skipped')).toHaveLength(1)
    expect(read.length).toBeLessThan(60_000)
    expect(read.filter((line) => line.includes('192.0.2.9'))).toEqual([])
  })

  it('a cursor that is not one is given up', async () => {
    cursor = 'not a cursor'
    const sshd = journald.program('sshd')
    follow()
    await until(() => states.includes('failed'), true)
    await ready(sshd)
    expect(cursor).toMatch(/^s=/)
  })

  it('is found where it is readable', async () => {
    expect(await findJournal([join(journald.directory, 'missing'), journald.directory])).toBe('readable')
    const empty = mkdtempSync(join(tmpdir(), 'svc-journal-'))
    expect(await findJournal([empty])).toBe('missing')
    chmodSync(empty, 0o700)
    rmSync(empty, { recursive: true })
  })
})

describe('an entry', () => {
  const entry = (fields: object) =>
    parseJournalLine(
      JSON.stringify({ __CURSOR: 's=1', __REALTIME_TIMESTAMP: '1790000000123456', _TRANSPORT: 'syslog', ...fields }),
    )

  it('of a setuid program counts if that is where the system has it', () => {
    const sudo = { _COMM: 'sudo', _UID: '1000', MESSAGE: 'x' }
    expect(entry({ ...sudo, _EXE: '/usr/bin/sudo' })).toEqual({
      cursor: 's=1',
      entry: { at: 1_790_000_000, program: 'sudo', message: 'x' },
    })
    expect(entry({ ...sudo, _EXE: '/home/eve/usr/bin/sudo' })).toEqual({ cursor: 's=1' })
    expect(entry(sudo)).toEqual({ cursor: 's=1' })
    expect(entry({ ...sudo, _COMM: 'sshd', _EXE: '/usr/sbin/sshd' })).toEqual({ cursor: 's=1' })
  })

  it('of the kernel is from no program', () => {
    expect(entry({ _TRANSPORT: 'kernel', MESSAGE: 'SRC=' })?.entry?.program).toBe('kernel')
  })

  it('may be bytes, or too long', () => {
    const message = [...Buffer.from('ö\n')]
    expect(entry({ _COMM: 'sshd', _UID: '0', MESSAGE: message })?.entry?.message).toBe('ö\n')
    expect(entry({ _COMM: 'sshd', _UID: '0', MESSAGE: null })).toEqual({ cursor: 's=1' })
    expect(entry({ _COMM: 'sshd', _UID: '0', MESSAGE: [1, 'x'] })).toEqual({ cursor: 's=1' })
  })

  it.each(['', '{', '[]', '{"MESSAGE":"x"}'])('%o is none', (line) => expect(parseJournalLine(line)).toBeUndefined())
})
