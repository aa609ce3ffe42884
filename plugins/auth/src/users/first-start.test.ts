import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import type { Command } from '@svc/plugin-sdk'
import system from '@svc/plugin-system'
import { audit } from '@svc/plugin-system/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWorld, passwordsIn, type World, withCookie } from '../../test/world.ts'
import { users } from '../contract.ts'
import auth from '../index.ts'

let dataDir: string
let world: World | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-auth-'))
})
afterEach(async () => {
  await world?.close()
  world = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the first start', () => {
  it('prints the password of the new admin exactly once', async () => {
    world = await openWorld({ dataDir })
    expect(passwordsIn(world.kernel)).toEqual([world.password])
    expect(world.password).toMatch(/^[\w-]{43}$/)
    expect((await world.login({ username: 'admin', password: world.password })).statusCode).toBe(200)
    await world.close()
    world = await openWorld({ dataDir })
    expect(passwordsIn(world.kernel)).toEqual([])
  })

  it('prints another one after a crash between printing and storing the account', async () => {
    world = await openWorld({ dataDir })
    const { password } = world
    world.kernel.database.exec('DELETE FROM auth_users')
    await world.close()
    world = await openWorld({ dataDir })
    expect(world.password).not.toBe(password)
    expect((await world.login({ username: 'admin', password })).statusCode).toBe(401)
    expect((await world.login({ username: 'admin', password: world.password })).statusCode).toBe(200)
  })

  it('survives a restart within the process', async () => {
    world = await openWorld({ dataDir })
    const { token } = await world.onboard()
    const request = { method: 'PUT', url: '/api/plugins/listener', headers: withCookie(token) } as const
    expect((await world.kernel.inject({ ...request, payload: { enabled: false } })).statusCode).toBe(200)
    await world.kernel.settled()
    expect(passwordsIn(world.kernel)).toHaveLength(1)
    const me = await world.kernel.inject({ url: '/api/auth/me', headers: withCookie(token) })
    expect(me.json().data.username).toBe('admin')
  })
})

describe('the service users', () => {
  it('exposes only the public fields to other plugins', async () => {
    world = await openWorld({ dataDir })
    const id = world.kernel.database.prepare('SELECT id FROM auth_users').pluck().get() as string
    const expected = { id, username: 'admin', role: 'admin', flagged: true, credentialsVersion: 1 }
    expect(world.kernel.service(users).get(id)).toEqual(expected)
    expect(world.kernel.service(users).get('nobody')).toBeUndefined()
    world.kernel.service(audit).write({ userId: id, action: 'x' })
    expect(world.audits()).toEqual([['admin', 'x', '']])
  })
})

describe('svc-server reset-password', () => {
  /** The plugin, capturing the commands it returns. */
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

  it('replaces the password, requires its change and revokes all sessions', async () => {
    world = await openWorld({ dataDir })
    const { token, password } = await world.onboard('Ann')
    const request = { method: 'POST', url: '/api/auth/api-keys', payload: { name: 'script' } } as const
    const { key } = (await world.kernel.inject({ ...request, headers: withCookie(token) })).json().data
    const withKey = async () =>
      (await world?.kernel.inject({ url: '/api/auth/me', headers: { 'x-api-key': key } }))?.statusCode
    const [kernel, command] = await startWithCommands()
    await command.run({ username: 'Ann', 'api-keys': 'keep' })
    expect(await withKey()).toBe(200)
    const output = await command.run({ username: 'Ann' })
    await kernel.close()
    expect(await withKey()).toBe(401)
    const [, fresh = ''] = /^new password for Ann: ([\w-]{43})$/.exec(output) ?? []
    const me = () => world?.kernel.inject({ url: '/api/auth/me', headers: withCookie(token) })
    expect((await me())?.statusCode).toBe(401)
    expect((await world.login({ username: 'Ann', password })).statusCode).toBe(401)
    expect((await world.login({ username: 'Ann', password: fresh })).json().data.must_change_password).toBe(true)
    expect(world.audits()).toContainEqual(['system', 'reset_password', expect.stringContaining('"username":"Ann"'), ''])
    expect(JSON.stringify(world.audits())).not.toContain(fresh)
  })

  it('validates its options', async () => {
    const [kernel, command] = await startWithCommands()
    await expect(command.run({})).rejects.toThrow('reset-password requires --username NAME')
    await expect(command.run({ username: 'Ann', 'api-keys': 'delete' })).rejects.toThrow('--api-keys must be keep')
    await expect(command.run({ username: 'Zoe' })).rejects.toThrow('no account named "Zoe"')
    await kernel.close()
  })
})
