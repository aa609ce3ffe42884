import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Link } from '@svc/agent-sdk'
import { AgentCapabilitiesChanged, type Capability } from '@svc/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { collectLog } from '../testing.ts'
import { type GrantControllerOptions, makeGrantController } from './grant-controller.ts'
import { readGrantState, readGrants, writeGrantState, writeGrants } from './grant-file.ts'
import type { GrantRecord } from './grant-record.ts'

const start = 1_000_000

let stateDir: string
let closing: (() => Promise<void>)[]
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'svc-controller-'))
  closing = []
})
afterEach(async () => {
  for (const close of closing) await close()
  rmSync(stateDir, { recursive: true, force: true })
})

/** An agent with a clock that the test sets; capabilities work as soon as they are permitted. */
async function boot(wall: number, permitting: (cap: Capability) => Promise<void> = async () => {}) {
  const now = { wall, monotonic: 5 }
  const effective = new Set<Capability>()
  const withdrawing: { close: (cap: Capability) => Promise<void> } = { close: async () => {} }
  const plugins: GrantControllerOptions['plugins'] = {
    effective,
    async enable(cap) {
      await permitting(cap)
      effective.add(cap)
      return undefined
    },
    async disable(cap) {
      effective.delete(cap)
      await withdrawing.close(cap)
    },
  }
  const { log, lines } = collectLog()
  const controller = makeGrantController({
    read: () => readGrants(stateDir),
    state: { load: () => readGrantState(stateDir), save: (state) => writeGrantState(stateDir, state) },
    policy: new Set(),
    denied: new Set(),
    maxSeconds: 86_400,
    plugins,
    pollMs: 10,
    log,
    clocks: { wall: () => now.wall, monotonic: () => now.monotonic },
  })
  await controller.start()
  closing.push(() => controller.close())
  const changes: string[] = []
  const connection = () => {
    const over = new AbortController()
    const link: Link = {
      signal: over.signal,
      write: async () => true,
      acknowledged: async () => true,
      send(message, payload) {
        if (message.type !== AgentCapabilitiesChanged.type) return
        for (const { cap, action } of (payload as { changes: { cap: string; action: string }[] }).changes)
          changes.push(`${cap} ${action}`)
      },
    }
    return { link, over }
  }
  const { link } = connection()
  return { now, effective, controller, changes, link, connection, lines, withdrawing }
}

function gate() {
  let resolve = () => {}
  const promise = new Promise<void>((open) => {
    resolve = open
  })
  return { promise, resolve }
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
  ])('%s, an expired grant stays expired', async (_, offset) => {
    await put(grant('exec', 60))
    const first = await boot(start)
    expect([...first.effective]).toEqual(['exec'])
    first.now.wall += 60
    await vi.waitFor(() => expect([...first.effective]).toEqual([]))
    await first.controller.close()

    const second = await boot(start + offset)
    expect([...second.effective]).toEqual([])
    second.now.wall = start + 30
    await put(grant('exec', 60), grant('terminal', 60))
    await vi.waitFor(() => expect([...second.effective]).toEqual(['terminal']))
  })

  it('a grant made in the future waits for the clock, with a warning', async () => {
    await put(grant('exec', 60))
    const { now, effective, lines } = await boot(start - 3600)
    expect([...effective]).toEqual([])
    expect(lines).toMatchObject([{ level: 'warn', message: expect.stringContaining('it was made in the future') }])
    now.wall = start
    await vi.waitFor(() => expect([...effective]).toEqual(['exec']))
  })
})

describe('the end of a grant', () => {
  it('does not wait for another grant to begin or for a plugin to close', async () => {
    const begin = gate()
    const close = gate()
    await put(grant('exec', 60), grant('terminal', 90))
    const begun: Capability[] = []
    const host = await boot(start, async (cap) => {
      begun.push(cap)
      if (cap === 'file') await begin.promise
    })
    const { now, effective, controller, changes, link, withdrawing } = host
    controller.connected(link, (then) => then())
    changes.length = 0
    await put(grant('exec', 60), grant('terminal', 90), grant('file', 600))
    withdrawing.close = () => close.promise
    await vi.waitFor(() => expect(begun).toContain('file'))

    now.wall += 60
    await vi.waitFor(() => expect(changes).toEqual(['exec expired']))
    expect([...effective]).toEqual(['terminal'])
    now.wall += 30
    await vi.waitFor(() => expect(changes).toEqual(['exec expired', 'terminal expired']))
    expect([...effective]).toEqual([])
    begin.resolve()
    close.resolve()
    await vi.waitFor(() => expect(changes.at(-1)).toBe('file granted'))
    expect([...effective]).toEqual(['file'])
  })

  it('disables all capabilities before it waits', async () => {
    await put(grant('exec', 60), grant('terminal', 60))
    const { now, effective, withdrawing, controller, link, changes } = await boot(start)
    controller.connected(link, (then) => then())
    changes.length = 0
    const close = gate()
    withdrawing.close = () => close.promise
    now.wall += 60
    await vi.waitFor(() => expect([...changes].sort()).toEqual(['exec expired', 'terminal expired']))
    expect([...effective]).toEqual([])
    close.resolve()
  })

  it('before its plugin is loaded leaves nothing on and reports nothing', async () => {
    const begin = gate()
    let begun = 0
    const permitting = () => {
      begun++
      return begin.promise
    }
    const { effective, controller, link, changes, lines } = await boot(start, permitting)
    controller.connected(link, (then) => then())
    await put(grant('exec', 600))
    await vi.waitFor(() => expect(begun).toBe(1))
    await put()
    await vi.waitFor(() => expect(lines.at(-1)?.message).toBe('temporary capability revoked'))
    begin.resolve()
    await controller.close()
    expect([...effective]).toEqual([])
    expect(changes).toEqual([])
  })
})

describe('delivery', () => {
  const reported = async () => [...(await readGrantState(stateDir)).grants.keys()]

  it('is confirmed by a pong; unconfirmed changes are sent again on the next connection, in order', async () => {
    await put(grant('exec', 600))
    const { controller, changes, connection } = await boot(start)
    const [first, second] = [connection(), connection()]
    const proofs: (() => void)[] = []
    controller.connected(first.link, (then) => void proofs.push(then))
    expect(changes).toEqual(['exec granted'])
    await put(grant('exec', 600), grant('terminal', 600))
    await vi.waitFor(() => expect(changes).toHaveLength(2))
    expect(await reported()).toEqual([])
    first.over.abort()
    // A reply that was in flight when the connection ended proves nothing, so the grant is reported again.
    for (const arrived of proofs) arrived()
    await put(grant('terminal', 600))
    await vi.waitFor(async () => expect([...(await readGrants(stateDir)).grants.keys()]).toEqual(['terminal']))
    changes.length = 0
    controller.connected(second.link, (then) => then())
    await vi.waitFor(() => expect(changes).toEqual(['exec granted', 'terminal granted', 'exec revoked']))
    await vi.waitFor(async () => expect(await reported()).toEqual(['terminal']))
    second.over.abort()
    changes.length = 0
    controller.connected(connection().link, (then) => then())
    expect(changes).toEqual([])
  })

  it('of one change is not affected by later unconfirmed ones', async () => {
    await put(grant('exec', 600))
    const { controller, changes, connection } = await boot(start)
    const { link, over } = connection()
    const proofs: (() => void)[] = []
    controller.connected(link, (then) => void proofs.push(then))
    await put(grant('exec', 600), grant('terminal', 600))
    await vi.waitFor(() => expect(proofs).toHaveLength(2))
    proofs[0]?.()
    await vi.waitFor(async () => expect(await reported()).toEqual(['exec']))
    over.abort()
    changes.length = 0
    controller.connected(connection().link, (then) => then())
    expect(changes).toEqual(['terminal granted'])
    await vi.waitFor(async () => expect(await reported()).toEqual(['terminal', 'exec']))
  })
})
