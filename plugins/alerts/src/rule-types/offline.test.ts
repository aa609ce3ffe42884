import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agents } from '@svc/plugin-enrollment/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { claimed, connectAgent } from '../../test/agents.ts'
import { makeWorld, short, start, type World } from '../../test/alerts-world.ts'

let dataDir: string
let world: World
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-alerts-'))
  world = await makeWorld({ dataDir })
})
afterEach(async () => {
  await world.kernel.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const offline = (duration?: number) => ({
  name: 'Away',
  rules: [{ rule_type: 'offline', ...(duration && { duration }) }],
})
const messages = () => world.notices().map(({ event, message }) => `${event}: ${message}`)
const statuses = async () => (await world.events()).map(({ status }) => status)

async function disconnect(agent: { reports(): Promise<void>; terminate(): void }, id: string) {
  await agent.reports()
  agent.terminate()
  await vi.waitFor(() => expect(world.kernel.service(agents).isOnline(id)).toBe(false))
}

/** Restarts the program after this many seconds. */
async function restart(seconds: number, how: 'orderly' | 'killed' = 'orderly') {
  const now = world.kernel.clock.now() + seconds * 1000
  if (how === 'killed') world.kernel.database.exec('CREATE TABLE enrollment_copy AS SELECT * FROM enrollment_servers')
  await world.kernel.close()
  world = await makeWorld({ dataDir, now })
  if (how === 'orderly') return
  // Undo what only an orderly shutdown writes.
  world.kernel.database.exec(`
    UPDATE enrollment_servers SET last_seen_ms = (SELECT last_seen_ms FROM enrollment_copy c WHERE c.id = enrollment_servers.id);
    DROP TABLE enrollment_copy`)
}

describe('offline', () => {
  it('fires after the duration, 60 seconds by default, and recovers on reconnect', async () => {
    const id = await claimed(world, 'web-1')
    const agent = await connectAgent(world, 'web-1')
    await world.rule({ ...offline(), trigger_mode: 'once' })
    await world.pass(600)
    expect(await statuses()).toEqual([])
    await disconnect(agent, id)
    await world.pass(59)
    expect(await statuses()).toEqual([])
    await world.pass(1)
    await world.pass(240)
    const back = await connectAgent(world, 'web-1')
    await world.pass()
    expect(messages()).toEqual([
      'triggered: web-1: Offline for 1 min (threshold 1 min) [Away]',
      'resolved: web-1 recovered after 5 min: Offline: no longer (threshold 1 min) [Away]',
    ])
    await disconnect(back, id)
    await world.pass(59)
    expect(await statuses()).toEqual(['resolved'])
  })

  it('ignores servers that never connected', async () => {
    await world.server('pending')
    const id = await claimed(world, 'claimed')
    await world.rule(offline())
    await world.pass(86_400)
    expect(await statuses()).toEqual([])
    await disconnect(await connectAgent(world, 'claimed'), id)
    await world.pass()
    expect(await statuses()).toEqual(['firing'])
  })

  it('a restart neither ends nor repeats an alert', async () => {
    const id = await claimed(world, 'web-1')
    await disconnect(await connectAgent(world, 'web-1'), id)
    const rule = await world.rule({ ...offline(3600), trigger_mode: 'once' })
    await world.pass(3600)
    await restart(30)
    await world.pass(60)
    expect(await world.states(rule.id)).toMatchObject([{ resolved: false, count: 2 }])
    expect((await world.history()).map(short)).toEqual(['fired'])
    expect(messages()).toHaveLength(1)
  })

  it.each(['orderly', 'killed'] as const)(
    'a server connected at shutdown counts as offline since the restart: %s',
    async (how) => {
      const id = await claimed(world, 'web-1')
      const agent = await connectAgent(world, 'web-1')
      await world.rule(offline(120))
      world.kernel.clock.set(start + 86_400_000)
      await restart(3600, how)
      agent.terminate()
      await world.pass(60)
      expect(await statuses()).toEqual([])
      await world.pass(60)
      expect(messages()).toEqual([expect.stringContaining('Offline for 2 min (threshold 2 min)')])
      await world.request('DELETE', `/api/servers/${id}`)
      const remaining = world.kernel.database.prepare('SELECT count(*) FROM alerts_absences').pluck().get()
      expect(remaining).toBe(0)
    },
  )

  it('after a suspend or a clock change, agents get the full duration to reconnect', async () => {
    const id = await claimed(world, 'web-1')
    const agent = await connectAgent(world, 'web-1')
    await agent.reports()
    await world.rule(offline())
    await world.pass(3600)
    agent.terminate()
    await vi.waitFor(() => expect(world.kernel.service(agents).isOnline(id)).toBe(false))
    await world.pass(59)
    expect(await statuses()).toEqual([])
    await world.pass(1)
    expect(messages()).toEqual([expect.stringContaining('Offline for 1 min')])
  })

  it('the duration counts from the last message of the agent', async () => {
    const id = await claimed(world, 'web-1')
    const agent = await connectAgent(world, 'web-1')
    await agent.reports()
    await world.rule(offline())
    await world.pass(40)
    agent.terminate()
    await vi.waitFor(() => expect(world.kernel.service(agents).isOnline(id)).toBe(false))
    await world.pass(20)
    expect(await statuses()).toEqual(['firing'])
  })

  describe('when the clock is set back', () => {
    it('the alert fires after its duration', async () => {
      const id = await claimed(world, 'web-1')
      await disconnect(await connectAgent(world, 'web-1'), id)
      await world.rule(offline())
      world.kernel.clock.set(start - 3_600_000)
      await world.pass(0)
      expect(await statuses()).toEqual([])
      await world.pass()
      expect(await statuses()).toEqual(['firing'])
    })

    it.each(['while running', 'while stopped'])('a firing alert stays: %s', async (when) => {
      const id = await claimed(world, 'web-1')
      await disconnect(await connectAgent(world, 'web-1'), id)
      const rule = await world.rule({ ...offline(), trigger_mode: 'once' })
      await world.pass(600)
      if (when === 'while running') await world.pass(-86_400)
      else await restart(-86_400)
      await world.pass()
      await restart(0)
      await world.pass()
      expect(await world.states(rule.id)).toMatchObject([{ resolved: false }])
      expect(messages()).toHaveLength(1)
    })
  })
})
