import { expect, it } from 'vitest'
import { OutputBuffer } from './output-buffer.ts'

const collect = (limit: number, chunks: readonly (string | Buffer)[]) => {
  const buffer = new OutputBuffer(limit)
  for (const chunk of chunks) buffer.push(Buffer.from(chunk as string))
  return buffer
}

it('keeps everything up to the limit', () => {
  expect(collect(10, ['abc', 'de', 'fghij']).text(10)).toEqual({ text: 'abcdefghij', omitted: 0 })
  expect(collect(10, []).text(10)).toEqual({ text: '', omitted: 0 })
})

it('keeps head and tail of more, however it arrives', () => {
  const text = Array.from({ length: 1000 }, (_, index) => String(index % 10)).join('')
  const expected = { text: '01234\n[… 990 bytes left out …]\n56789', omitted: 990 }
  for (const size of [1, 3, 7, 10, 64, 1000]) {
    const chunks = text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []
    expect(collect(10, chunks).text(10), `chunks of ${size}`).toEqual(expected)
  }
})

it('cuts a short text as well if the limit is lower', () => {
  expect(collect(100, ['0123456789']).text(4)).toEqual({ text: '01\n[… 6 bytes left out …]\n89', omitted: 6 })
})

it('never cuts a character', () => {
  const euros = '€'.repeat(100)
  for (let limit = 8; limit < 30; limit += 1) {
    for (let shift = 0; shift < 3; shift += 1) {
      const { text, omitted } = collect(limit, ['a'.repeat(shift) + euros]).text(limit)
      expect(text).not.toContain('\ufffd')
      const output = text.replace(/\n\[.*\]\n/, '')
      expect(Buffer.byteLength(output) + omitted).toBe(shift + 300)
      expect(Buffer.byteLength(output)).toBeLessThanOrEqual(limit)
    }
  }
})

it('shows bytes that are no UTF-8 as replacement characters', () => {
  expect(collect(100, [Buffer.from([0x61, 0xff, 0x62])]).text(100).text).toBe('a\ufffdb')
  expect(collect(4, [Buffer.alloc(100, 0x80)]).text(4).omitted).toBeGreaterThan(90)
})
