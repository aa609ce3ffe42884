import { definePlugin, service } from '@svc/plugin-sdk'
import { afterEach, expect, it } from 'vitest'
import { createTestKernel, type TestKernel } from '../src/testing.js'

const work = service<{ run(input: object, signal?: AbortSignal): Promise<unknown> }>('heavy.work')
const heavy = definePlugin({
  id: 'heavy',
  provides: { work },
  migrations: [{ name: '001-rows', up: (db) => db.exec('CREATE TABLE heavy_rows (n INTEGER)') }],
  setup: ({ offload }) => ({
    provides: {
      work: { run: (input, signal) => offload(new URL('./fixtures/heavy.js', import.meta.url), input, { signal }) },
    },
  }),
})

let kernel: TestKernel
afterEach(() => kernel.close())

it('runs a module in the worker with a fenced handle', async () => {
  kernel = await createTestKernel({ plugins: [heavy] })
  expect(await kernel.service(work).run({ insert: 3 })).toBe(3)
})
