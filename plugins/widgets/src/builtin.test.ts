import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { archive, collection, source } from '../test/sources.ts'
import { makeWorld } from '../test/world.ts'

const id = 'io.svc.hello-world'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-widgets-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

/** A collection of `count` widgets. */
const many = (prefix: string, count: number) => {
  const names = Array.from({ length: count }, (_, n) => `${prefix}${n}`)
  const files = names.map((name) => ({ name: `${name}.js`, content: source({ id: `org.example.${name}` }) }))
  return archive([collection(...names.map((name) => `${name}.js`)), ...files])
}

describe('the built-in module', () => {
  it('cannot be uninstalled; a restart enables it and keeps its installation time', async () => {
    const before = await makeWorld({ dataDir, now: Date.UTC(2026, 0, 1) })
    expect((await before.call('admin', 'DELETE', `/api/widget-modules/${id}`)).status).toBe(400)
    await before.call('admin', 'PUT', `/api/widget-modules/${id}`, { payload: { enabled: false } })
    await before.install(source())
    await before.close()
    const after = await makeWorld({ dataDir, now: Date.UTC(2026, 0, 2) })
    expect(await after.list()).toMatchObject([
      { id, enabled: true, source_type: 'Builtin', installed_at: '2026-01-01T00:00:00Z' },
      { id: 'org.example.weather' },
    ])
    await after.close()
  })

  it('is exempt from the storage limit', async () => {
    const before = await makeWorld({ dataDir })
    // An older version did not include it.
    before.kernel.database.exec(`DELETE FROM widgets_modules WHERE source_type = 'Builtin'`)
    for (const prefix of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      expect((await before.install(await many(prefix, 63))).status).toBe(200)
    }
    expect((await before.install(await many('h', 60))).error.message).toContain('limit of 500')
    expect((await before.install(await many('h', 59))).status).toBe(200)
    await before.close()
    const after = await makeWorld({ dataDir })
    const ids = (await after.list()).map((module) => module.id)
    expect([ids.length, ids.includes(id)]).toEqual([501, true])
    await after.close()
  })
})
