import { expect, test } from 'vitest'
import type { Config } from '../board/placement.ts'
import { configUpdates } from './config-updates.ts'

test('changes of a widget are saved one after the other, even after an error', async () => {
  const asked: Config[] = []
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = []
  const stop = configUpdates.offer('a', (patch) => {
    asked.push(patch)
    return new Promise((resolve, reject) => ends.push({ resolve, reject }))
  })
  const all = [1, 2, 3].map((size) => configUpdates.run('a', { size }))
  expect(asked).toEqual([{ size: 1 }])
  ends[0]?.reject(new Error('refused'))
  await expect(all[0]).rejects.toThrow('refused')
  expect(asked).toEqual([{ size: 1 }, { size: 2 }])
  ends[1]?.resolve()
  await all[1]
  expect(asked).toEqual([{ size: 1 }, { size: 2 }, { size: 3 }])
  ends[2]?.resolve()
  await all[2]
  stop()
  await expect(configUpdates.run('a', {})).rejects.toThrow('there is no widget a on this board')
})

test('different widgets do not wait for each other', () => {
  const asked: string[] = []
  const stops = ['a', 'b'].map((id) =>
    configUpdates.offer(id, () => {
      asked.push(id)
      return new Promise(() => undefined)
    }),
  )
  for (const id of ['a', 'b']) void configUpdates.run(id, {})
  expect(asked).toEqual(['a', 'b'])
  for (const stop of stops) stop()
})
