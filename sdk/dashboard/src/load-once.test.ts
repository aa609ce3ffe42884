import { expect, test } from 'vitest'
import { clearFailedLoads, loadOnce } from './load-once.ts'

test('loads once and shares the promise', async () => {
  let loads = 0
  const get = loadOnce(async () => ++loads)
  expect(loads).toBe(0)
  expect(get()).toBe(get())
  expect(await get()).toBe(1)
  clearFailedLoads()
  expect(await get()).toBe(1)
})

test('caches failures until they are cleared', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve('there')]
  const get = loadOnce(() => answers.shift() ?? Promise.reject(new Error('once too often')))
  await expect(get()).rejects.toThrow('away')
  await expect(get()).rejects.toThrow('away')
  clearFailedLoads()
  expect(await get()).toBe('there')
  clearFailedLoads()
  expect(await get()).toBe('there')
})
