import { beforeEach, expect, test, vi } from 'vitest'
import { queueDraw } from './draw-queue.ts'

let frames: (() => void)[]
let done: string[]

beforeEach(() => {
  frames = []
  done = []
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  vi.stubGlobal('window', { innerHeight: 1000 })
  return () => vi.unstubAllGlobals()
})

const at = (top: number, height = 200) =>
  ({ getBoundingClientRect: () => ({ top, bottom: top + height }) }) as unknown as Element
const note = (name: string) => () => void done.push(name)
const frame = () => {
  const now = frames
  frames = []
  for (const run of now) run()
}
const untilIdle = () => {
  while (frames.length > 0) frame()
}

test('runs one task per frame: visible first, then by distance, low priority last', () => {
  queueDraw(at(0), note('low priority'), { lowPriority: true })
  queueDraw(at(5000), note('far below'))
  queueDraw(at(-700), note('just above'))
  queueDraw(at(600), note('also visible'))
  queueDraw(at(300), note('visible'))
  frame()
  expect(done).toEqual([])
  expect(frames).toHaveLength(1)
  for (const expected of ['visible', 'also visible', 'just above', 'far below', 'low priority']) {
    frame()
    expect(done.at(-1)).toBe(expected)
  }
  expect(done).toHaveLength(5)
  expect(frames).toHaveLength(0)
})

test('re-evaluates visibility before each task', () => {
  let scrolled = 0
  const place = (top: number) =>
    ({ getBoundingClientRect: () => ({ top: top - scrolled, bottom: top - scrolled + 200 }) }) as unknown as Element
  queueDraw(place(0), note('first'))
  queueDraw(place(1500), note('second'))
  queueDraw(place(4000), note('third'))
  frame()
  frame()
  scrolled = 4000
  untilIdle()
  expect(done).toEqual(['first', 'third', 'second'])
})

test('skips cancelled tasks', () => {
  queueDraw(at(0), note('no'))()
  queueDraw(at(0), note('one'))
  queueDraw(at(0), note('two'))
  frame()
  frame()
  expect(done).toEqual(['one'])
  untilIdle()
  expect(done).toEqual(['one', 'two'])
})

test('continues after a task that throws', () => {
  queueDraw(at(0), () => {
    throw new Error('no canvas')
  })
  queueDraw(at(0), note('next'))
  frame()
  expect(frame).toThrow('no canvas')
  untilIdle()
  expect(done).toEqual(['next'])
})
