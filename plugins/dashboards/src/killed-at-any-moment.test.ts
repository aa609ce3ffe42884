import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chosenSeed, liveAndDie, makeRandom } from '@svc/kernel/testing'
import { afterAll, expect, it } from 'vitest'
import { type BoardState, live } from '../test/life.ts'
import type { BoardRow, WidgetRow } from './boards-store.ts'

const lives = 4
/** At the least, in each life. */
const acts = 15
const seed = chosenSeed()
const dataDir = mkdtempSync(join(tmpdir(), 'svc-boards-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

interface Said {
  readonly begins?: { save?: BoardState; bring?: Omit<BoardState, 'id'>; remove?: string }
  readonly done?: { save?: BoardState; remove?: string; is_default?: string }
}

/** What was confirmed; from then on the program may not forget it. */
const kept = new Map<string, BoardState>()
const gone = new Set<string>()
let isDefault: string | undefined
let confirmed = 0

/** Lets people arrange boards in a program until it is killed; what they had begun then is there wholly or not at all. */
async function liveOn(n: number, ms: number): Promise<Said['begins']> {
  let begun: Said['begins']
  let done = 0
  await liveAndDie(new URL('../test/life-process.ts', import.meta.url), {
    input: [dataDir, seed + n],
    hear(line) {
      const said = JSON.parse(line) as Said
      begun = said.begins
      if (said.done) {
        const { save, remove, is_default } = said.done
        if (save) kept.set(save.id, save)
        if (remove) {
          kept.delete(remove)
          gone.add(remove)
        }
        isDefault = is_default ?? isDefault
        done += 1
      }
      return done >= acts
    },
    ms,
  })
  confirmed += done
  return begun
}

it(`boards are as they were saved, whole and with their trace, killed ${lives} times`, {
  timeout: 300_000,
}, async () => {
  console.log(`killed at any moment: SEED=${seed}`)
  const { below } = makeRandom(seed)
  for (let n = 0; n < lives; n += 1) {
    const begun = await liveOn(n, below(120))
    const { database, close } = await live(dataDir)
    try {
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
      expect(database.pragma('foreign_key_check')).toEqual([])
      const boards = database.prepare('SELECT * FROM dashboards_boards').all() as BoardRow[]
      const widgetsOf = database.prepare<[string], WidgetRow>('SELECT * FROM dashboards_widgets WHERE board_id = ?')
      const found = new Map<string, BoardState>()
      for (const { id, name } of boards) {
        const widgets = widgetsOf.all(id)
        // every board but the one that made itself says of which save it and all of its widgets are
        if (name !== 'Overview') expect(new Set([name, ...widgets.map(({ title }) => title)])).toEqual(new Set([name]))
        found.set(id, { id, tag: name, widgets: widgets.length })
      }
      for (const [id, state] of kept) {
        const may = [state, ...(begun?.save?.id === id ? [begun.save] : [])]
        if (begun?.remove !== id || found.has(id)) expect(may).toContainEqual(found.get(id))
      }
      for (const id of gone) expect(found.has(id)).toBe(false)
      const { bring } = begun ?? {}
      const strangers = [...found.values()].filter(({ id, tag }) => !kept.has(id) && tag !== 'Overview')
      const isForeseen = ({ tag, widgets }: BoardState) => bring?.tag === tag && bring.widgets === widgets
      expect(strangers.filter((one) => !isForeseen(one) && one.tag !== begun?.save?.tag)).toEqual([])

      const [first, ...others] = boards.filter(({ is_default }) => is_default === 1)
      expect(others).toEqual([])
      if (isDefault !== undefined) expect([isDefault, begun?.save?.id]).toContain(first?.id)

      // the last trace of a board is of what it is now
      const traces = database
        .prepare(`SELECT detail FROM system_audit_logs WHERE action LIKE 'dashboard.%' ORDER BY id`)
        .pluck()
        .all() as string[]
      const last = new Map(traces.map((detail) => JSON.parse(detail)).map(({ id, name }) => [id, name]))
      for (const { id, name } of boards) expect(last.get(id) ?? 'Overview').toBe(name)
      expect(traces.length - confirmed).toBeGreaterThanOrEqual(0)

      // what was begun and had been committed is what people go on from
      for (const state of found.values()) kept.set(state.id, state)
      for (const id of kept.keys()) if (!found.has(id)) kept.delete(id)
      isDefault = first?.id
    } finally {
      await close()
    }
  }
  expect(confirmed).toBeGreaterThanOrEqual(lives * acts)
})
