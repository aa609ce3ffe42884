import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSocket, probe, runHostCommand } from '../test/host-command.ts'
import { phones } from '../test/phones.ts'
import { openWorld, type World } from '../test/world.ts'

let dataDir: string
let world: World
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-auth-'))
})
afterEach(async () => {
  await world.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const hold = (token: string) => openSocket(world, { authorization: `Bearer ${token}` })
const notes = () => world.kernel.database.prepare('SELECT count(*) FROM auth_outside_revocations').pluck().get()

describe('a command on the host beside a running server', () => {
  it.each(['reset-password', 'reset-two-factor'])(
    'closes what the account holds open, and nothing else: %s',
    async (name) => {
      world = await openWorld({ dataDir, plugins: [probe] })
      const { token } = await world.onboard()
      const { id, password } = await world.addUser(token, 'ann')
      const [hers, his] = [await hold(await world.signIn('ann', password)), await hold(token)]
      world.kernel.database.prepare("INSERT INTO auth_second_factors VALUES (?, 'sealed', 0, 0)").run(id)
      world.revoked.length = 0
      await runHostCommand(world, name, { username: 'ann' })
      expect(world.revoked).toEqual([])
      await world.kernel.clock.advance(500)
      expect(world.revoked).toEqual([{ userId: id }])
      expect(await hers.closed).toBe(4001)
      expect(his.isOpen()).toBe(true)
      await world.kernel.clock.advance(5000)
      expect(world.revoked).toHaveLength(1)
    },
  )

  it('revokes credentials of other plugins in its own transaction', async () => {
    world = await openWorld({ dataDir })
    const { token } = await world.onboard()
    const { id } = await world.addUser(token, 'ann')
    const revoked: unknown[] = []
    const noting = phones({
      isValid: () => false,
      revokeAll: (...values) => void revoked.push([...values, notes()]),
    })
    await runHostCommand(world, 'reset-password', { username: 'ann' }, [noting])
    expect(revoked).toEqual([[id, 2, undefined, 0]])
    expect(notes()).toBe(1)
  })

  it('is published once per command, also after old rows were pruned', async () => {
    world = await openWorld({ dataDir })
    const { token } = await world.onboard()
    const ids: string[] = []
    for (const name of ['ann', 'bob']) {
      ids.push((await world.addUser(token, name)).id)
      await runHostCommand(world, 'reset-password', { username: name })
    }
    world.revoked.length = 0
    await world.kernel.clock.advance(500)
    expect(world.revoked).toEqual(ids.map((userId) => ({ userId })))
    await world.kernel.clock.advance(2 * 3_600_000)
    expect(notes()).toBe(0)
    await runHostCommand(world, 'reset-password', { username: 'ann' })
    await world.kernel.clock.advance(500)
    expect(world.revoked.slice(2)).toEqual([{ userId: ids[0] }])
  })

  it('is not published to a server that starts later', async () => {
    world = await openWorld({ dataDir })
    const { token } = await world.onboard()
    await world.addUser(token, 'ann')
    await runHostCommand(world, 'reset-password', { username: 'ann' })
    const now = world.kernel.clock.now()
    await world.close()
    world = await openWorld({ dataDir, now })
    await world.kernel.clock.advance(5000)
    expect([world.revoked, notes()]).toEqual([[], 1])
    await world.close()
    world = await openWorld({ dataDir, now: now + 3_600_000 })
    expect(notes()).toBe(0)
  })

  it('writes no row when it fails', async () => {
    world = await openWorld({ dataDir })
    await world.onboard()
    await expect(runHostCommand(world, 'reset-password', { username: 'zoe' })).rejects.toThrow('no account')
    expect(notes()).toBe(0)
  })
})

describe('polling for outside revocations', () => {
  it('survives a failing database, logs it once, and catches up', async () => {
    world = await openWorld({ dataDir })
    const { token } = await world.onboard()
    const { id } = await world.addUser(token, 'ann')
    await runHostCommand(world, 'reset-password', { username: 'ann' })
    const db = world.kernel.database
    const errors = () => world.kernel.logs.filter((line) => String(Reflect.get(line, 'msg')).includes('by commands'))
    world.revoked.length = 0
    db.exec('ALTER TABLE auth_outside_revocations RENAME TO auth_elsewhere')
    await world.kernel.clock.advance(5000)
    expect([world.revoked, errors()]).toEqual([[], [expect.objectContaining({ level: 'error' })]])
    db.exec('ALTER TABLE auth_elsewhere RENAME TO auth_outside_revocations')
    await world.kernel.clock.advance(500)
    expect(world.revoked).toEqual([{ userId: id }])
  })

  it('stops with the server', async () => {
    world = await openWorld({ dataDir })
    const { clock } = world.kernel
    await world.close()
    // a poll of the closed database would log an error
    await clock.advance(5000)
    expect(world.kernel.logs.filter((line) => Reflect.get(line, 'level') === 'error')).toHaveLength(1)
  })
})
