import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestKernel } from '@svc/kernel/testing'
import { type Command, contribute, definePlugin } from '@svc/plugin-sdk'
import system from '@svc/plugin-system'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Door, openDoor } from '../test/door.js'
import { credentialIssuers } from './contract.js'
import auth from './index.js'

let dataDir: string
let door: Door
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-auth-'))
})
afterEach(async () => {
  await door.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A plugin with something to hold open. */
const probe = definePlugin({
  id: 'probe',
  setup: () => ({
    routes: async (app) => {
      app.get('/api/probe', { websocket: true, config: { access: 'member' } }, (socket) => void socket.send('hello'))
    },
  }),
})

const hold = async (token: string) => {
  const socket = await door.kernel.app.injectWS('/api/probe', { headers: { authorization: `Bearer ${token}` } })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  let open = true
  void closed.then(() => {
    open = false
  })
  return { closed, isOpen: () => open }
}

/** What the command of the host does: another program on the same database, which never runs its jobs or `ready`. */
async function onTheHost(name: string, options: Record<string, string>, beside: object[] = []): Promise<string> {
  let command: Command | undefined
  const alone = {
    ...auth,
    async setup(context: never) {
      const { ready: _ready, jobs: _jobs, ...parts } = await auth.setup(context)
      command = parts.commands?.find((each) => each.name === name)
      return parts
    },
  }
  const plugins = [system, alone, ...(beside as (typeof alone)[])]
  const kernel = await createTestKernel({ dataDir, plugins, now: door.kernel.clock.now() })
  try {
    return (await command?.run(options)) ?? ''
  } finally {
    await kernel.close()
  }
}

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
      await onTheHost(name, { username: 'ann' })
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
    const phones = definePlugin({
      id: 'phones',
      setup: () => ({
        contributes: contribute(credentialIssuers, {
          plugin: 'phones',
          find: () => undefined,
          revokeAll: (...values) => void revoked.push([...values, notes()]),
        }),
      }),
    })
    await onTheHost('reset-password', { username: 'ann' }, [phones])
    expect(revoked).toEqual([[id, 2, undefined, 0]])
    expect(notes()).toBe(1)
  })

  it('is told of by each of several commands once, also after old notes are gone', async () => {
    door = await openDoor({ dataDir })
    const { token } = await door.settle()
    const ids: string[] = []
    for (const name of ['ann', 'bob']) {
      ids.push((await door.addUser(token, name)).id)
      await onTheHost('reset-password', { username: name })
    }
    door.revoked.length = 0
    await door.kernel.clock.advance(500)
    expect(door.revoked).toEqual(ids.map((userId) => ({ userId })))
    await door.kernel.clock.advance(2 * 3_600_000)
    expect(notes()).toBe(0)
    await onTheHost('reset-password', { username: 'ann' })
    await door.kernel.clock.advance(500)
    expect(door.revoked.slice(2)).toEqual([{ userId: ids[0] }])
  })

  it('is no news to a server that starts later', async () => {
    door = await openDoor({ dataDir })
    const { token } = await door.settle()
    await door.addUser(token, 'ann')
    await onTheHost('reset-password', { username: 'ann' })
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
    await expect(onTheHost('reset-password', { username: 'zoe' })).rejects.toThrow('no account')
    expect(notes()).toBe(0)
  })
})

describe('the look for notes', () => {
  it('survives a database out of order, says so once, and catches up', async () => {
    door = await openDoor({ dataDir })
    const { token } = await door.settle()
    const { id } = await door.addUser(token, 'ann')
    await onTheHost('reset-password', { username: 'ann' })
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
