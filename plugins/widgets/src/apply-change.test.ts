import { credentialsRevoked } from '@svc/plugin-sdk'
import { afterEach, describe, expect, it } from 'vitest'
import { source, upload } from '../test/sources.ts'
import { makeWorld, type World } from '../test/world.ts'

const remote = 'https://example.org/w.js'
const web = { [remote]: { body: Buffer.from(source()) } }
const base = '/api/widget-modules/org.example.weather'

let world: World
afterEach(() => world.close())

const fetched = () => world.call('admin', 'POST', `/api/widget-modules?url=${encodeURIComponent(remote)}`)
const installed = async () => (await world.list()).filter(({ source_type }) => source_type !== 'Builtin')

describe('applyChange', () => {
  it('does nothing if the audit log cannot be written', async () => {
    let isFull = false
    world = await makeWorld({
      writing: () => {
        if (isFull) throw new Error('no room')
      },
    })
    isFull = true
    expect((await world.install(source())).status).toBe(500)
    expect([await installed(), world.notifications]).toEqual([[], []])
    isFull = false
    await world.install(source())
    isFull = true
    const before = await installed()
    expect((await world.install(source({ version: '2.0.0' }))).status).toBe(500)
    expect((await world.call('admin', 'PUT', base, { payload: { enabled: false } })).status).toBe(500)
    expect((await world.call('admin', 'DELETE', base)).status).toBe(500)
    expect([await installed(), world.notifications]).toEqual([before, ['widget_modules_changed']])
  })

  it('fails if the credential is revoked during a download', async () => {
    const made = await makeWorld({
      web,
      meanwhile: () => made.kernel.emit(credentialsRevoked, { userId: 'test-admin', credentialId: 'test-admin' }),
    })
    world = made
    expect((await fetched()).status).toBe(401)
    expect([await installed(), world.audited, world.notifications]).toEqual([[], [], []])
    expect((await world.call('admin', 'POST', '/api/widget-modules', upload(source()))).status).toBe(200)
  })

  it('is not affected by revoking other credentials', async () => {
    const made = await makeWorld({
      web,
      meanwhile: () => made.kernel.emit(credentialsRevoked, { userId: 'test-member' }),
    })
    world = made
    expect((await fetched()).status).toBe(200)
  })
})
