import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Link } from '@svc/agent-sdk'
import { AgentCapabilitiesChanged, type Capability } from '@svc/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { collectLog } from '../testing.js'
import { readGrants, readTold, writeGrants, writeTold } from './grant-file.js'
import type { GrantRecord } from './grant-record.js'
import { makeSupervisor, type SupervisorOptions } from './supervisor.js'

const start = 1_000_000

let stateDir: string
let closing: (() => Promise<void>)[]
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'svc-supervisor-'))
  closing = []
})
afterEach(async () => {
  for (const close of closing) await close()
  rmSync(stateDir, { recursive: true, force: true })
})

/** The agent of a host whose clock stands where the test puts it; capabilities work as soon as they are permitted. */
async function boot(wall: number, permitting: (cap: Capability) => Promise<void> = async () => {}) {
  const now = { wall, steady: 5 }
  const effective = new Set<Capability>()
  const withdrawing: { close: (cap: Capability) => Promise<void> } = { close: async () => {} }
  const roster: SupervisorOptions['roster'] = {
    effective,
    async permit(cap) {
      await permitting(cap)
      effective.add(cap)
      return undefined
    },
    async withdraw(cap) {
      effective.delete(cap)
      await withdrawing.close(cap)
    },
  }
  const { log, lines } = collectLog()
  const supervisor = makeSupervisor({
    read: () => readGrants(stateDir),
    told: { load: () => readTold(stateDir), save: (told) => writeTold(stateDir, told) },
    policy: new Set(),
    denied: new Set(),
    maxSeconds: 86_400,
    roster,
    pollMs: 10,
    log,
    clocks: { wall: () => now.wall, steady: () => now.steady },
  })
  await supervisor.start()
  closing.push(() => supervisor.close())
  const changes: string[] = []
  const over = new AbortController()
  const link: Link = {
    signal: over.signal,
    send(message, payload) {
      if (message !== AgentCapabilitiesChanged) return
      for (const { cap, action } of (payload as { changes: { cap: string; action: string }[] }).changes)
        changes.push(`${cap} ${action}`)
    },
  }
  return { now, effective, supervisor, changes, link, over, lines, withdrawing }
}

const grant = (cap: Capability, seconds: number, from = start): GrantRecord => ({
  cap,
  granted_at: from,
  expires_at: from + seconds,
  granted_by: 'ada',
})
const put = (...records: GrantRecord[]) => writeGrants(stateDir, new Map(records.map((record) => [record.cap, record])))

describe('after a restart with a clock that was set back', () => {
  it.each([
    ['before the grant was made', -100_000],
    ['to within its time', 30],
  ])('%s, one that has run out does not come back', async (_, offset) => {
    await put(grant('exec', 60))
    const first = await boot(start)
    expect([...first.effective]).toEqual(['exec'])
    first.now.wall += 60
    await vi.waitFor(() => expect([...first.effective]).toEqual([]))
    await first.supervisor.close()

    const second = await boot(start + offset)
    expect([...second.effective]).toEqual([])
    second.now.wall = start + 30
    await put(grant('exec', 60), grant('terminal', 60))
    await vi.waitFor(() => expect([...second.effective]).toEqual(['terminal']))
  })

  it('one made later than the clock shows waits for the right time, with a warning', async () => {
    await put(grant('exec', 60))
    const { now, effective, lines } = await boot(start - 3600)
    expect([...effective]).toEqual([])
    expect(lines).toMatchObject([{ level: 'warn', message: expect.stringContaining('does not count yet') }])
    now.wall = start
    await vi.waitFor(() => expect([...effective]).toEqual(['exec']))
  })
})
