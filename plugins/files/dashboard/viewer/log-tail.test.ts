import { expect, it } from 'vitest'
import { LogTail, maxTailLength } from './log-tail.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

it('joins a character that arrives in two parts', () => {
  const tail = new LogTail()
  const [first = 0, ...rest] = bytes('é\n')
  tail.append(Uint8Array.of(first))
  tail.append(Uint8Array.from(rest))
  expect([tail.text, tail.received]).toEqual(['é\n', 3])
})

it('keeps whole lines at the end', () => {
  const tail = new LogTail()
  const line = `${'x'.repeat(99)}\n`
  tail.append(bytes(line.repeat(maxTailLength / 100)))
  expect(tail.isCut).toBe(false)
  tail.append(bytes('last\n'))
  expect(tail.isCut).toBe(true)
  expect(tail.text.startsWith('xxx')).toBe(true)
  expect(tail.text.endsWith('\nlast\n')).toBe(true)
  expect(tail.text.length).toBe(maxTailLength - 100 + 5)
})
