import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestDaemon, type TestDaemon } from './testing.ts'

let daemon: TestDaemon
beforeAll(async () => {
  daemon = await startTestDaemon()
})
afterAll(() => daemon.close())

it('a test daemon runs containers, can be killed and starts again', async () => {
  const id = await daemon.run({ name: 'web', script: 'while true; do echo hello; sleep 1; done', labels: { a: 'b' } })
  expect(await daemon.call('GET', '/containers/web/json')).toMatchObject({ Id: id, State: { Status: 'running' } })
  await daemon.kill()
  await expect(daemon.call('GET', '/_ping')).rejects.toThrow('ECONNREFUSED')
  await daemon.restart()
  expect(await daemon.call('GET', '/containers/json?all=1')).toMatchObject([{ Names: ['/web'], Labels: { a: 'b' } }])
  await daemon.clear()
  expect(await daemon.call('GET', '/containers/json?all=1')).toEqual([])
  await expect(daemon.call('POST', '/containers/none/start')).rejects.toThrow('404')
})
