import { writeSync } from 'node:fs'
import { makeRandom } from '@svc/kernel/testing'
import { type BoardState, live, widget } from './life.ts'

/**
 * People who arrange boards until the program is killed: `node life-process.ts <data directory> <seed>`. What they begin
 * and what was confirmed they say at once on standard output, as JSON: `{"begins": what}` and `{"done": what}`.
 */
const [dataDir = '', seed = ''] = process.argv.slice(2)
const { below } = makeRandom(Number(seed))
const kernel = await live(dataDir)
const admin = kernel.as('admin')
const say = (what: object) => void writeSync(1, `${JSON.stringify(what)}\n`)

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await admin.inject({ method, url: `/api/dashboards${url}`, ...(payload && { payload }) })
  if (answer.statusCode !== 200) throw new Error(`${method} ${url} answered ${answer.statusCode}: ${answer.body}`)
  return answer.json().data
}
const list = (): Promise<{ id: string; is_default: boolean }[]> => ask('GET', '')
const some = (tag: string) => Array.from({ length: below(60) }, (_, n) => widget(tag, n))

/** Replaces all widgets; now and then the board becomes the default with it. */
async function save(tag: string) {
  const boards = await list()
  const { id } = boards[below(boards.length)] as { id: string }
  const old = (await ask('GET', `/${id}`)).widgets as { id: string }[]
  // some widgets keep their ids, some go, some are new
  const widgets = some(tag).map((one, n) => ({ ...one, ...(n % 2 === 0 && old[n] && { id: old[n].id }) }))
  const becomes = below(3) === 0
  const state: BoardState = { id, tag, widgets: widgets.length }
  say({ begins: { save: state } })
  await ask('PUT', `/${id}`, { name: tag, widgets, ...(becomes && { is_default: true }) })
  say({ done: { save: state, ...(becomes && { is_default: id }) } })
}

/** Makes a board of a file. */
async function bring(tag: string) {
  const widgets = some(tag)
  say({ begins: { bring: { tag, widgets: widgets.length } } })
  const { dashboard } = await ask('POST', '/import', { format: 'svc-dashboard', version: 1, name: tag, widgets })
  say({ done: { save: { id: dashboard.id, tag, widgets: widgets.length } satisfies BoardState } })
}

async function remove() {
  const others = (await list()).filter(({ is_default }) => !is_default)
  const board = others[below(others.length)]
  if (!board) return
  say({ begins: { remove: board.id } })
  await ask('DELETE', `/${board.id}`)
  say({ done: { remove: board.id } })
}

await ask('GET', '/default')
for (let n = 0; ; n += 1) {
  const tag = `${seed}-${n}`
  const dice = below(10)
  if (dice === 0 || (await list()).length < 3) await bring(tag)
  else if (dice === 1) await remove()
  else await save(tag)
}
