import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { chosenSeed, makeRandom, runAndKill, type TestKernel } from '@svc/kernel/testing'
import { afterAll, expect, it } from 'vitest'
import { alone, live, together } from '../test/life.ts'
import type { ModuleRow } from './modules/modules-store.ts'

const lives = 4
/** Minimum per run. */
const acts = 15
const seed = chosenSeed()
const dataDir = mkdtempSync(join(tmpdir(), 'svc-modules-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

interface Act {
  readonly ids: readonly string[]
  readonly version?: string | null
  readonly enabled?: boolean
}
interface Installed {
  readonly version: string
  readonly enabled: boolean
}
type State = ReadonlyMap<string, Installed>

/** The modules after a change. */
function after(state: State, { ids, version, enabled }: Act): State {
  const next = new Map(state)
  for (const id of ids) {
    const before = state.get(id)
    if (version === null) next.delete(id)
    else if (version !== undefined) next.set(id, { version, enabled: before?.enabled ?? true })
    else if (before && enabled !== undefined) next.set(id, { ...before, enabled })
  }
  return next
}

/** Runs the process until it is killed. Returns the possible states: without or with the unfinished change. */
async function liveOn(n: number, before: State, ms: number): Promise<State[]> {
  let state = before
  let begun: Act | undefined
  let done = 0
  await runAndKill(new URL('../test/crash-process.ts', import.meta.url), {
    input: [dataDir, seed + n],
    onLine(line) {
      const message = JSON.parse(line) as { begins?: Act; done?: Act }
      begun = message.begins
      if (message.done) {
        state = after(state, message.done)
        done += 1
      }
      return done >= acts
    },
    ms,
  })
  return begun ? [state, after(state, begun)] : [state]
}

/** Every module is consistent with its package, and no package is orphaned. */
async function expectWhole(kernel: TestKernel, rows: readonly ModuleRow[]) {
  const { database } = kernel
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(database.pragma('foreign_key_check')).toEqual([])
  const packages = database.prepare('SELECT sha256, bytes FROM widgets_packages').all() as {
    sha256: string
    bytes: Buffer
  }[]
  expect(new Set(packages.map(({ sha256 }) => sha256))).toEqual(new Set(rows.map((row) => row.package_sha256)))
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  for (const { sha256, bytes } of packages) expect(hash(bytes)).toBe(sha256)
  for (const { id, version, enabled, entry_path, code_sha256, source_type, manifest_json } of rows) {
    expect(JSON.parse(manifest_json)).toMatchObject({ id, version })
    const url = `/api/widget-modules/${id}/${basename(entry_path)}`
    const { statusCode, rawPayload } = await kernel.as('member').inject(url)
    expect(statusCode).toBe(enabled === 1 ? 200 : 404)
    if (enabled === 0) continue
    expect(hash(rawPayload)).toBe(code_sha256)
    if (source_type !== 'Builtin') expect(String(rawPayload)).toContain(`"${id} ${version}"`)
  }
  // The remaining modules of a collection have the same version.
  expect(new Set(rows.filter(({ id }) => together.includes(id)).map((row) => row.package_sha256)).size).toBeLessThan(2)
}

it(`modules are installed wholly or not at all, killed ${lives} times`, { timeout: 300_000 }, async () => {
  console.log(`killed at any moment: SEED=${seed}`)
  const { below } = makeRandom(seed)
  const fresh = await live(dataDir)
  await fresh.close()
  const files = readdirSync(dataDir)
  let state: State = new Map()
  for (let n = 0; n < lives; n += 1) {
    const possible = await liveOn(n, state, below(120))
    const kernel = await live(dataDir)
    try {
      const rows = kernel.database.prepare('SELECT * FROM widgets_modules ORDER BY id').all() as ModuleRow[]
      await expectWhole(kernel, rows)
      const own = rows.filter(({ id }) => [...alone, ...together].includes(id))
      state = new Map(own.map(({ id, version, enabled }) => [id, { version, enabled: enabled === 1 }]))
      expect(possible).toContainEqual(state)
      // The last audit entry of a module matches its state.
      const traces = kernel.database
        .prepare(`SELECT action, detail FROM system_audit_logs WHERE action LIKE 'widget_module.%' ORDER BY id`)
        .all() as { action: string; detail: string }[]
      const last = new Map(
        traces.map(({ action, detail }) => [JSON.parse(detail).id, { action, ...JSON.parse(detail) }]),
      )
      for (const id of [...alone, ...together]) {
        const trace = last.get(id)
        if (!state.has(id)) expect([undefined, 'widget_module.uninstall']).toContain(trace?.action)
        else expect(trace?.version).toBe(state.get(id)?.version)
        if (trace?.action === 'widget_module.disable') expect(state.get(id)?.enabled).toBe(false)
      }
    } finally {
      await kernel.close()
    }
    expect(readdirSync(dataDir)).toEqual(files)
  }
})
