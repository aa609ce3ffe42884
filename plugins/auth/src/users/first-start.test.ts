import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import type { Command } from '@svc/plugin-sdk'
import system from '@svc/plugin-system'
import { audit } from '@svc/plugin-system/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Door, openDoor, passwordsIn, withCookie } from '../../test/door.ts'
import { users } from '../contract.ts'
import auth from '../index.ts'

let dataDir: string
let door: Door | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-auth-'))
})
afterEach(async () => {
  await door?.close()
  door = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the first start', () => {
  it('prints the password of the new admin exactly once', async () => {
    door = await openDoor({ dataDir })
    expect(passwordsIn(door.kernel)).toEqual([door.password])
    expect(door.password).toMatch(/^[\w-]{43}$/)
    expect((await door.login({ username: 'admin', password: door.password })).statusCode).toBe(200)
    await door.close()
    door = await openDoor({ dataDir })
    expect(passwordsIn(door.kernel)).toEqual([])
  })

  it('prints another one when it died between printing and keeping the account', async () => {
    door = await openDoor({ dataDir })
    const { password } = door
    door.kernel.database.exec('DELETE FROM auth_users')
    await door.close()
    door = await openDoor({ dataDir })
    expect(door.password).not.toBe(password)
    expect((await door.login({ username: 'admin', password })).statusCode).toBe(401)
    expect((await door.login({ username: 'admin', password: door.password })).statusCode).toBe(200)
  })

  it('survives a restart inside the process', async () => {
    door = await openDoor({ dataDir })
    const { token } = await door.settle()
    const request = { method: 'PUT', url: '/api/plugins/listener', headers: withCookie(token) } as const
    expect((await door.kernel.inject({ ...request, payload: { enabled: false } })).statusCode).toBe(200)
    await door.kernel.settled()
    expect(passwordsIn(door.kernel)).toHaveLength(1)
    const me = await door.kernel.inject({ url: '/api/auth/me', headers: withCookie(token) })
    expect(me.json().data.username).toBe('admin')
  })
})

describe('the service users', () => {
  it('tells other plugins what they need, and no more', async () => {
    door = await openDoor({ dataDir })
    const id = door.kernel.database.prepare('SELECT id FROM auth_users').pluck().get() as string
    const known = { id, username: 'admin', role: 'admin', flagged: true, credentialsVersion: 1 }
    expect(door.kernel.service(users).get(id)).toEqual(known)
    expect(door.kernel.service(users).get('nobody')).toBeUndefined()
    door.kernel.service(audit).write({ userId: id, action: 'x' })
    expect(door.audits()).toEqual([['admin', 'x', '']])
  })
})

describe('svc-server reset-password', () => {
  /** The plugin as it is, and a look at the commands it returned. */
  const startWithCommands = async (): Promise<[TestKernel, Command]> => {
    let command: Command | undefined
    const kernel = await createTestKernel({
      dataDir,
      plugins: [
        system,
        {
          ...auth,
          async setup(context: never) {
            const parts = await auth.setup(context)
            command = parts.commands?.find(({ name }) => name === 'reset-password')
            return parts
          },
        },
      ],
    })
    return [kernel, command as Command]
  }

  it('replaces the password, wants it changed and ends all sessions', async () => {
    door = await openDoor({ dataDir })
    const { token, password } = await door.settle('Ann')
    const [kernel, command] = await startWithCommands()
    const said = await command.run({ username: 'Ann' })
    await kernel.close()
    const [, fresh = ''] = /^new password for Ann: ([\w-]{43})$/.exec(said) ?? []
    const me = () => door?.kernel.inject({ url: '/api/auth/me', headers: withCookie(token) })
    expect((await me())?.statusCode).toBe(401)
    expect((await door.login({ username: 'Ann', password })).statusCode).toBe(401)
    expect((await door.login({ username: 'Ann', password: fresh })).json().data.must_change_password).toBe(true)
    expect(door.audits()).toContainEqual(['system', 'reset_password', expect.stringContaining('"username":"Ann"'), ''])
    expect(JSON.stringify(door.audits())).not.toContain(fresh)
  })

  it('says what it needs', async () => {
    const [kernel, command] = await startWithCommands()
    await expect(command.run({})).rejects.toThrow('reset-password requires --username NAME')
    await expect(command.run({ username: 'Zoe' })).rejects.toThrow('no account named "Zoe"')
    await kernel.close()
  })
})
