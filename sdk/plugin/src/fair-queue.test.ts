import { expect, it } from 'vitest'
import { makeFairQueue } from './index.ts'

/** A queue whose tasks the test finishes, one after the other. */
function makeQueue(limits: Partial<Parameters<typeof makeFairQueue>[0]> = {}) {
  const queue = makeFairQueue({ concurrent: 1, perKey: 3, total: 5, retrySeconds: 7, ...limits })
  const started: string[] = []
  const finishers: (() => void)[] = []
  const add = (key: string, name: string) =>
    queue(key, async () => {
      started.push(name)
      await new Promise<void>((resolve) => finishers.push(resolve))
      if (name.endsWith('!')) throw new Error(name)
      return name
    })
  const finish = async () => {
    finishers.shift()?.()
    await new Promise(setImmediate)
  }
  return { add, started, finish }
}

it('gives each key its turn', async () => {
  const { add, started, finish } = makeQueue()
  const tasks = [add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('b', 'b1'), add('b', 'b2'), add('c', 'c1')]
  for (const _ of tasks) await finish()
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  expect(await Promise.all(tasks)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
})

it('runs as many as it may, also after one has failed', async () => {
  const { add, started, finish } = makeQueue({ concurrent: 2 })
  const failing = add('a', 'a1!')
  const others = [add('a', 'a2'), add('a', 'a3')]
  expect(started).toEqual(['a1!', 'a2'])
  const failed = expect(failing).rejects.toThrow('a1!')
  for (let n = 0; n < 3; n += 1) await finish()
  await failed
  expect(await Promise.all(others)).toEqual(['a2', 'a3'])
  const last = add('a', 'a4')
  expect(started.at(-1)).toBe('a4')
  await finish()
  await last
})

it('refuses a key that has too many, not the others', async () => {
  const { add, started, finish } = makeQueue()
  const tasks = ['a1', 'a2', 'a3', 'a4'].map((name) => add('a', name))
  await expect(add('a', 'a5')).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '7' } })
  tasks.push(add('b', 'b1'))
  for (const _ of tasks) await finish()
  await Promise.all(tasks)
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
})

it('refuses everyone when too many wait', async () => {
  const { add, finish } = makeQueue()
  const tasks = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => add(key, key))
  await expect(add('g', 'g')).rejects.toMatchObject({ status: 429 })
  for (const _ of tasks) await finish()
  await Promise.all(tasks)
})
