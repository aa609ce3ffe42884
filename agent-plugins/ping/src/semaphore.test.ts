import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeSemaphore } from './semaphore.ts'

const never = new AbortController().signal
const turn = () => new Promise(setImmediate)

it('limits concurrency, first come first served', async () => {
  const semaphore = makeSemaphore(2)
  const came: number[] = []
  const enter = async (who: number) => {
    const leave = await semaphore.acquire(never)
    came.push(who)
    return leave
  }
  const [first, second, third, fourth] = [1, 2, 3, 4].map(enter)
  await turn()
  expect(came).toEqual([1, 2])
  const out = await second
  out?.()
  out?.()
  await third
  await turn()
  expect(came).toEqual([1, 2, 3])
  ;(await first)?.()
  await fourth
  expect(came).toEqual([1, 2, 3, 4])
})

it('removes aborted waiters', async () => {
  const semaphore = makeSemaphore(1)
  const leave = await semaphore.acquire(never)
  const over = new AbortController()
  const waiting = semaphore.acquire(over.signal)
  const next = semaphore.acquire(never)
  over.abort(new Error('aborted'))
  await expect(waiting).rejects.toThrow('aborted')
  await expect(semaphore.acquire(over.signal)).rejects.toThrow('aborted')
  leave()
  await expect(next).resolves.toBeTypeOf('function')
})

it('never exceeds the limit or leaves permits unused', async () => {
  const step = fc.constantFrom('come', 'leave', 'abort')
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 60 }), async (places, steps) => {
      const semaphore = makeSemaphore(places)
      const inside: (() => void)[] = []
      const waiting = new Set<AbortController>()
      for (const what of steps) {
        if (what === 'come') {
          const over = new AbortController()
          waiting.add(over)
          semaphore.acquire(over.signal).then(
            (leave) => {
              waiting.delete(over)
              inside.push(leave)
            },
            () => {},
          )
        } else if (what === 'leave') inside.shift()?.()
        else {
          const [over] = waiting
          if (over) waiting.delete(over)
          over?.abort()
        }
        await turn()
        expect(inside.length).toBeLessThanOrEqual(places)
        if (waiting.size > 0) expect(inside.length).toBe(places)
      }
    }),
  )
})
