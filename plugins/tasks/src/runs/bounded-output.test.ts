import { expect, it } from 'vitest'
import { boundedOutput } from './bounded-output.ts'

it('keeps what agents may send', () => {
  const text = 'é'.repeat(262_144)
  expect(boundedOutput(text)).toEqual({ text, omitted: 0 })
})

it('keeps head and tail of more, without cutting characters', () => {
  for (const shift of [0, 1, 2]) {
    const { text, omitted } = boundedOutput('a'.repeat(shift) + '€'.repeat(300_000))
    expect(text).not.toContain('\ufffd')
    expect(omitted).toBeGreaterThan(300_000)
    expect(Buffer.byteLength(text)).toBeLessThan(512 * 1024 + 100)
  }
})
