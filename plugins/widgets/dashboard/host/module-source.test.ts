import { expect, test } from 'vitest'
import type { InstalledModule } from '../module.ts'
import { makeModuleSource } from './module-source.ts'

const entry = (id: string, patch: Partial<InstalledModule> = {}, sdkVersion = '^1.0.0'): InstalledModule => ({
  id,
  version: '1.0.0',
  source_type: 'Upload',
  entry_path: 'index.js',
  code_sha256: 'a'.repeat(64),
  package_sha256: 'a'.repeat(64),
  manifest: {
    id,
    version: '1.0.0',
    name: `Name of ${id}`,
    category: 'Status',
    sizing: { defaultW: 2, defaultH: 2, minW: 1, minH: 1, strategy: 'free' },
    sdkVersion,
  },
  enabled: true,
  installed_at: '2026-01-01T00:00:00Z',
  ...patch,
})

/** A module source with a controllable server. */
function start(...first: InstalledModule[]) {
  const world = {
    now: first,
    error: undefined as Error | undefined,
    asked: 0,
    notifications: 0,
    later: [] as (() => void)[],
  }
  let changed = () => {}
  const loads: string[] = []
  const source = makeModuleSource({
    list: async () => {
      world.asked += 1
      if (world.error) throw world.error
      return world.now
    },
    load: async ({ id, package_sha256 }) => {
      loads.push(`${id} ${package_sha256[0]}`)
      throw new Error('not here')
    },
    listen: (tell) => {
      changed = tell
    },
    isRetryable: (error) => (error as Error).message !== 'refused',
    after: (run) => void world.later.push(run),
  })
  source.subscribe(() => {
    world.notifications += 1
  })
  const settled = () => new Promise((resume) => setTimeout(resume, 0))
  const change = async (...modules: InstalledModule[]) => {
    world.now = modules
    changed()
    await settled()
  }
  return { world, source, loads, change, settled, types: () => source.get().map(({ type }) => type) }
}

test('compatible enabled modules are widget types with the data of their manifest', async () => {
  const { source, types } = start(
    entry('a.a', { manifest: { ...entry('a.a').manifest, description: 'What it does' } }),
    entry('b.off', { enabled: false }),
    entry('c.future', {}, '^99.0.0'),
    entry('d.d'),
  )
  expect(types()).toEqual([])
  await source.opened()
  expect(types()).toEqual(['module:a.a', 'module:d.d'])
  expect(source.get()[0]).toMatchObject({ name: 'Name of a.a', description: 'What it does', category: 'Status' })
})

test('notifies once per change and keeps unchanged types', async () => {
  const { source, world, change, types, loads } = start(entry('a.a'), entry('b.b'))
  await source.opened()
  const [a, b] = source.get()
  await change(entry('a.a'), entry('b.b', { installed_at: '2027-01-01T00:00:00Z' }))
  expect([world.notifications, source.get()[1]]).toEqual([1, b])
  await change(entry('a.a'), entry('b.b', { package_sha256: 'b'.repeat(64) }))
  expect(world.notifications).toBe(2)
  expect(source.get()[0]).toBe(a)
  expect(source.get()[1]).not.toBe(b)
  await source
    .get()[1]
    ?.load()
    .catch(() => undefined)
  expect(loads).toEqual(['b.b b'])
  await change(entry('b.b', { package_sha256: 'b'.repeat(64) }))
  expect(types()).toEqual(['module:b.b'])
  expect(source.get()).toBe(source.get())
})

test('explains missing modules and notifies when the reason changes', async () => {
  const { source, world, change } = start(entry('c.future', {}, '^99.0.0'), entry('b.off', { enabled: false }))
  await source.opened()
  const reason = (type: string) => {
    const { page, ...rest } = source.unavailableReason?.(type) ?? {}
    return { ...rest, leads: page?.path }
  }
  const leads = '/settings/widgets'
  expect(reason('module:c.future')).toEqual({
    name: 'Name of c.future',
    text: 'state.needs',
    leads,
    values: { range: '^99.0.0', version: '1.0.0' },
  })
  expect([reason('module:b.off'), reason('gauge')]).toEqual([{ text: 'state.gone', leads }, { leads: undefined }])
  const { notifications } = world
  await change(entry('c.future', {}, '^98.0.0'))
  expect([world.notifications, reason('module:c.future').values?.range]).toEqual([notifications + 1, '^98.0.0'])
})

test('changes during a request trigger one more request', async () => {
  const { source, world, change } = start(entry('a.a'))
  const opened = source.opened()
  await Promise.all([change(entry('a.a')), change(entry('a.a'), entry('b.b')), opened])
  expect([world.asked, source.get().length]).toEqual([2, 2])
})

test('retries network errors and keeps the last list; does not retry rejections', async () => {
  const { source, world, change, settled } = start(entry('a.a'))
  await source.opened()
  world.error = new Error('away')
  await change()
  await change()
  expect([source.get().length, world.later.length]).toEqual([1, 1])
  world.error = undefined
  world.later.pop()?.()
  await settled()
  expect(source.get()).toEqual([])
  world.error = new Error('refused')
  await change()
  expect(world.later).toEqual([])
})
