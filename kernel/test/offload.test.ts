import { join } from 'node:path'
import { ApiError, contribute, definePlugin, point, service } from '@svc/plugin-sdk'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeOffload } from '../src/offload.ts'
import { createTestKernel, type TestKernel } from '../src/testing.ts'

interface Work {
  run(input: object, options?: { signal?: AbortSignal; tables?: readonly string[] }): Promise<unknown>
}
const work = service<Work>('heavy.work')
const lenders = point<{ table: string }>('heavy.lenders', (item) => item.table)

const module = new URL('./fixtures/heavy.js', import.meta.url)
const heavy = definePlugin({
  id: 'heavy',
  provides: { work },
  points: { lenders },
  migrations: [{ name: '001-rows', up: (db) => db.exec('CREATE TABLE heavy_rows (n INTEGER)') }],
  setup: ({ offload }) => ({
    provides: {
      work: { run: (input, options) => offload(module, input, options) },
    },
  }),
})
const table = (id: string, lends: boolean) =>
  definePlugin({
    id,
    migrations: [{ name: '001-rows', up: (db) => db.exec(`CREATE TABLE ${id}_rows (n INTEGER)`) }],
    setup: () => ({ contributes: lends ? contribute(lenders, { table: `${id}_rows` }) : [] }),
  })

let kernel: TestKernel
let run: Work['run']
beforeAll(async () => {
  kernel = await createTestKernel({ plugins: [heavy, table('lender', true), table('private', false)] })
  run = kernel.service(work).run
})
afterAll(() => kernel.close())

describe('a module in the maintenance worker', () => {
  it('reads and writes with its own fenced connection', async () => {
    expect(await run({ insert: 3 })).toBe(3)
    expect(kernel.database.prepare('SELECT count(*) FROM heavy_rows').pluck().get()).toBe(3)
    await expect(run({ sql: 'SELECT * FROM private_rows' })).rejects.toThrow(
      'heavy may not touch private_rows: that table belongs to private',
    )
  })

  it('may use only the tables lent by their owners', async () => {
    expect(await run({ sql: 'SELECT * FROM lender_rows' }, { tables: ['lender_rows'] })).toEqual([])
    await expect(run({ sql: 'SELECT 1' }, { tables: ['private_rows'] })).rejects.toThrow(
      'heavy may not name private_rows: its owner contributed nothing to heavy',
    )
  })

  it('returns bytes repeatedly', async () => {
    for (let i = 0; i < 3; i++) {
      expect(await run({ bytes: 'own' })).toEqual(new Uint8Array(100_000).fill(7))
      expect(Buffer.from((await run({ bytes: 'shared' })) as Uint8Array).toString()).toBe('seven')
    }
  })

  it('passes errors on, an ApiError as such', async () => {
    const failure = await run({ refuse: true }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ status: 409, code: 'TOO_HEAVY', details: { tons: 3 } })
    expect(failure).toMatchObject({ message: 'heavy.TOO_HEAVY', text: { code: 'heavy.TOO_HEAVY' } })
    expect(failure).toMatchObject({ headers: { 'retry-after': '5' } })
    await expect(run({ sql: 'nonsense' })).rejects.toThrow('near "nonsense": syntax error')
    await expect(run({ insert: () => {} })).rejects.toThrow('could not be cloned')
  })

  it('logs through the kernel, without secrets', async () => {
    await run({ insert: 0 })
    expect(kernel.logs).toContainEqual(
      expect.objectContaining({ plugin: 'heavy', msg: 'working', password: '[redacted]' }),
    )
  })

  it('can be aborted', async () => {
    const abort = new AbortController()
    const waiting = run({ wait: true }, { signal: abort.signal })
    await run({ insert: 0 })
    abort.abort()
    await expect(waiting).rejects.toThrow('aborted')
    await expect(run({}, { signal: abort.signal })).rejects.toThrow()
  })

  it.each([
    ['exit', 'the maintenance worker stopped: exit code 3'],
    ['throw', 'the maintenance worker stopped: stray'],
  ])('rejects pending tasks on a crash, and starts again: %s', async (crash, sentence) => {
    const lost = run({ wait: true })
    const [reason] = await Promise.all([run({ crash }).catch(String), lost.catch(String)])
    expect(reason).toContain(sentence)
    expect(await run({ insert: 2 })).toBe(2)
  })

  it('ends when the worker is idle, and the next task starts another one', async () => {
    const log = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }
    const file = join(kernel.dataDir, 'svc.db')
    const offload = makeOffload({
      file,
      plugins: ['heavy'],
      logOf: () => log,
      checkLent() {},
      pagesInLog: () => 0,
      idleMs: 20,
    })
    const thread = () => offload.run<object, number>('heavy', module, { thread: true })
    const first = await thread()
    await vi.waitUntil(async () => (await thread()) !== first, { timeout: 20_000, interval: 100 })
    await offload.close()
  })
})
