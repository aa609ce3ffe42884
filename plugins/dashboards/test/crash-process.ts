import { writeSync } from 'node:fs'
import { makeRandom } from '@svc/kernel/testing'
import { type BoardState, openKernel, widget } from './crash-fixture.ts'

/**
 * Makes random changes to boards until it is killed: `node crash-process.ts <data directory> <seed>`. Logs each change as
 * JSON on standard output, before and after making it: `{"begins": change}` and `{"done": change}`.
 */
const [dataDir = '', seed = ''] = process.argv.slice(2)
const { below } = makeRandom(Number(seed))
const kernel = await openKernel(dataDir)
const admin = kernel.as('admin')
const log = (line: object) => void writeSync(1, `${JSON.stringify(line)}\n`)

async function request(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const response = await admin.inject({ method, url: `/api/dashboards${url}`, ...(payload && { payload }) })
  if (response.statusCode !== 200)
    throw new Error(`${method} ${url} failed with ${response.statusCode}: ${response.body}`)
  return response.json().data
}
const list = (): Promise<{ id: string; is_default: boolean }[]> => request('GET', '')
const randomWidgets = (tag: string) => Array.from({ length: below(60) }, (_, n) => widget(tag, n))

/** Replaces all widgets; sometimes also sets the board as default. */
async function save(tag: string) {
  const boards = await list()
  const { id } = boards[below(boards.length)] as { id: string }
  const old = (await request('GET', `/${id}`)).widgets as { id: string }[]
  // Some widgets keep their ids, some are removed, some are new.
  const widgets = randomWidgets(tag).map((one, n) => ({ ...one, ...(n % 2 === 0 && old[n] && { id: old[n].id }) }))
  const setDefault = below(3) === 0
  const state: BoardState = { id, tag, widgets: widgets.length }
  log({ begins: { save: state } })
  await request('PUT', `/${id}`, { name: tag, widgets, ...(setDefault && { is_default: true }) })
  log({ done: { save: state, ...(setDefault && { is_default: id }) } })
}

async function importBoard(tag: string) {
  const widgets = randomWidgets(tag)
  log({ begins: { importing: { tag, widgets: widgets.length } } })
  const { dashboard } = await request('POST', '/import', { format: 'svc-dashboard', version: 1, name: tag, widgets })
  log({ done: { save: { id: dashboard.id, tag, widgets: widgets.length } satisfies BoardState } })
}

async function remove() {
  const others = (await list()).filter(({ is_default }) => !is_default)
  const board = others[below(others.length)]
  if (!board) return
  log({ begins: { remove: board.id } })
  await request('DELETE', `/${board.id}`)
  log({ done: { remove: board.id } })
}

await request('GET', '/default')
for (let n = 0; ; n += 1) {
  const tag = `${seed}-${n}`
  const dice = below(10)
  if (dice === 0 || (await list()).length < 3) await importBoard(tag)
  else if (dice === 1) await remove()
  else await save(tag)
}
