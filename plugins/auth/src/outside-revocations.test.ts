import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Door, openDoor } from '../test/door.ts'
import { holdOpen, onTheHost, probe } from '../test/on-the-host.ts'
import { phones } from '../test/phones.ts'

let dataDir: string
let door: Door
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-auth-'))
})
afterEach(async () => {
  await door.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const hold = (token: string) => holdOpen(door, { authorization: `Bearer ${token}` })
const notes = () => door.kernel.database.prepare('SELECT count(*) FROM auth_outside_revocations').pluck().get()

describe('a command of the host beside a running server', () => {
  it.each(['reset-password', 'reset-two-factor'])(
    'closes what the account holds open, and nothing else: %s',
    async (name) => {
      door = await openDoor({ dataDir, plugins: [probe] })
      const { token } = await door.settle()
      const { id, password } = await door.addUser(token, 'ann')
      const [hers, his] = [await hold(await door.enter('ann', password)), await hold(token)]
      door.kernel.database.prepare("INSERT INTO auth_second_factors VALUES (?, 'sealed', 0, 0)").run(id)
      door.revoked.length = 0
      await onTheHost(door, name, { username: 'ann' })
      expect(door.revoked).toEqual([])
      await door.kernel.clock.advance(500)
      expect(door.revoked).toEqual([{ userId: id }])
      expect(await hers.closed).toBe(4001)
      expect(his.isOpen()).toBe(true)
      await door.kernel.clock.advance(5000)
      expect(door.revoked).toHaveLength(1)
    },
  )

  it('ends what other plugins issued, in its own transaction', async () => {
    door = await openDoor({ dataDir })
    const { token } = await door.settle()
    const { id } = await door.addUser(token, 'ann')
    const revoked: unknown[] = []
    const noting = phones({
      isValid: () => false,
      revokeAll: (...values) => void revoked.push([...values, notes()]),
    })
    await onTheHost(door, 'reset-password', { username: 'ann' }, [noting])
    expect(revoked).toEqual([[id, 2, undefined, 0]])
    expect(notes()).toBe(1)
  })

  it('is told of by each of several commands once, also after old notes are gone', async () => {
    door = await openDoor({ dataDir })
    const { token } = await door.settle()
    const ids: string[] = []
    for (const name of ['ann', 'bob']) {
      ids.push((await door.addUser(token, name)).id)
      await onTheHost(door, 'reset-password', { username: name })
    }
    door.revoked.length = 0
    await door.kernel.clock.advance(500)
    expect(door.revoked).toEqual(ids.map((userId) => ({ userId })))
    await door.kernel.clock.advance(2 * 3_600_000)
    expect(notes()).toBe(0)
    await onTheHost(door, 'reset-password', { username: 'ann' })
    await door.kernel.clock.advance(500)
    expect(door.revoked.slice(2)).toEqual([{ userId: ids[0] }])
  })

  it('is no news to a server that starts later', async () => {
    door = await openDoor({ dataDir })
    const { token } = await door.settle()
    await door.addUser(token, 'ann')
    await onTheHost(door, 'reset-password', { username: 'ann' })
    const now = door.kernel.clock.now()
    await door.close()
    door = await openDoor({ dataDir, now })
    await door.kernel.clock.advance(5000)
    expect([door.revoked, notes()]).toEqual([[], 1])
    await door.close()
    door = await openDoor({ dataDir, now: now + 3_600_000 })
    expect(notes()).toBe(0)
  })

  it('leaves no note when it fails', async () => {
    door = await openDoor({ dataDir })
    await door.settle()
    await expect(onTheHost(door, 'reset-password', { username: 'zoe' })).rejects.toThrow('no account')
    expect(notes()).toBe(0)
  })
})

describe('the look for notes', () => {
  it('survives a database out of order, says so once, and catches up', async () => {
    door = await openDoor({ dataDir })
    const { token } = await door.settle()
    const { id } = await door.addUser(token, 'ann')
    await onTheHost(door, 'reset-password', { username: 'ann' })
    const db = door.kernel.database
    const said = () => door.kernel.logs.filter((line) => String(Reflect.get(line, 'msg')).includes('by commands'))
    door.revoked.length = 0
    db.exec('ALTER TABLE auth_outside_revocations RENAME TO auth_elsewhere')
    await door.kernel.clock.advance(5000)
    expect([door.revoked, said()]).toEqual([[], [expect.objectContaining({ level: 'error' })]])
    db.exec('ALTER TABLE auth_elsewhere RENAME TO auth_outside_revocations')
    await door.kernel.clock.advance(500)
    expect(door.revoked).toEqual([{ userId: id }])
  })

  it('ends with the server', async () => {
    door = await openDoor({ dataDir })
    const { clock } = door.kernel
    await door.close()
    // a look at the closed database would throw into the log
    await clock.advance(5000)
    expect(door.kernel.logs.filter((line) => Reflect.get(line, 'level') === 'error')).toHaveLength(1)
  })
})
