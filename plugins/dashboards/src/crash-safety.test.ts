import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chosenSeed, makeRandom, runAndKill } from '@svc/kernel/testing'
import { afterAll, expect, it } from 'vitest'
import { type BoardState, openKernel } from '../test/crash-fixture.ts'
import type { BoardRow, WidgetRow } from './boards-store.ts'

const runs = 4
/** at least, in each run */
const changesPerRun = 15
const seed = chosenSeed()
const dataDir = mkdtempSync(join(tmpdir(), 'svc-boards-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** A line of the worker's output. */
interface Line {
  readonly begins?: { save?: BoardState; importing?: Omit<BoardState, 'id'>; remove?: string }
  readonly done?: { save?: BoardState; remove?: string; is_default?: string }
}

/** Confirmed boards, which must not be lost. */
const saved = new Map<string, BoardState>()
const deleted = new Set<string>()
let isDefault: string | undefined
let confirmed = 0

/** Runs the worker until it is killed. Returns the change that was in progress, which may have been made or not. */
async function runUntilKilled(n: number, ms: number): Promise<Line['begins']> {
  let inProgress: Line['begins']
  let done = 0
  await runAndKill(new URL('../test/crash-process.ts', import.meta.url), {
    input: [dataDir, seed + n],
    onLine(line) {
      const { begins, done: finished } = JSON.parse(line) as Line
      inProgress = begins
      if (finished) {
        const { save, remove, is_default } = finished
        if (save) saved.set(save.id, save)
        if (remove) {
          saved.delete(remove)
          deleted.add(remove)
        }
        isDefault = is_default ?? isDefault
        done += 1
      }
      return done >= changesPerRun
    },
    ms,
  })
  confirmed += done
  return inProgress
}

it(`boards and their audit entries are complete after the program was killed ${runs} times`, {
  timeout: 300_000,
}, async () => {
  console.log(`crash safety: SEED=${seed}`)
  const { below } = makeRandom(seed)
  for (let n = 0; n < runs; n += 1) {
    const inProgress = await runUntilKilled(n, below(120))
    const { database, close } = await openKernel(dataDir)
    try {
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
      expect(database.pragma('foreign_key_check')).toEqual([])
      const boards = database.prepare('SELECT * FROM dashboards_boards').all() as BoardRow[]
      const widgetsOf = database.prepare<[string], WidgetRow>('SELECT * FROM dashboards_widgets WHERE board_id = ?')
      const found = new Map<string, BoardState>()
      for (const { id, name } of boards) {
        const widgets = widgetsOf.all(id)
        // The name of a board and the titles of its widgets identify the save, except on the automatic default board.
        if (name !== 'Overview') expect(new Set([name, ...widgets.map(({ title }) => title)])).toEqual(new Set([name]))
        found.set(id, { id, tag: name, widgets: widgets.length })
      }
      for (const [id, state] of saved) {
        const allowed = [state, ...(inProgress?.save?.id === id ? [inProgress.save] : [])]
        if (inProgress?.remove !== id || found.has(id)) expect(allowed).toContainEqual(found.get(id))
      }
      for (const id of deleted) expect(found.has(id)).toBe(false)
      const { importing } = inProgress ?? {}
      const unconfirmed = [...found.values()].filter(({ id, tag }) => !saved.has(id) && tag !== 'Overview')
      const isImport = ({ tag, widgets }: BoardState) => importing?.tag === tag && importing.widgets === widgets
      expect(unconfirmed.filter((board) => !isImport(board) && board.tag !== inProgress?.save?.tag)).toEqual([])

      const [first, ...others] = boards.filter(({ is_default }) => is_default === 1)
      expect(others).toEqual([])
      if (isDefault !== undefined) expect([isDefault, inProgress?.save?.id]).toContain(first?.id)

      // The last audit entry of a board matches its current state.
      const auditDetails = database
        .prepare(`SELECT detail FROM system_audit_logs WHERE action LIKE 'dashboard.%' ORDER BY id`)
        .pluck()
        .all() as string[]
      const last = new Map(auditDetails.map((detail) => JSON.parse(detail)).map(({ id, name }) => [id, name]))
      for (const { id, name } of boards) expect(last.get(id) ?? 'Overview').toBe(name)
      expect(auditDetails.length - confirmed).toBeGreaterThanOrEqual(0)

      // Continue from what has been committed, including the change that was in progress.
      for (const state of found.values()) saved.set(state.id, state)
      for (const id of saved.keys()) if (!found.has(id)) saved.delete(id)
      isDefault = first?.id
    } finally {
      await close()
    }
  }
  expect(confirmed).toBeGreaterThanOrEqual(runs * changesPerRun)
})
