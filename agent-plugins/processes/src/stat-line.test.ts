import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStatLine } from './stat-line.ts'

const rest =
  'S 1 42 42 0 -1 4194560 100 200 3 4 250 50 7 8 20 0 9 0 12345 99999744 2048 18446744073709551615 1 1 0 0 0 0 0\n'

describe('/proc/<pid>/stat', () => {
  it('is parsed into times, threads, start and memory', () => {
    expect(parseStatLine(`42 (nginx) ${rest}`)).toEqual({
      comm: 'nginx',
      isKernelThread: false,
      ticks: 300,
      threads: 9,
      startedAt: 12_345,
      pages: 2048,
    })
  })

  it.each(['a b', ') S 1 (', '((', '', 'x) 1 2 3', '\n'])('is parsed with the name %j', (comm) => {
    expect(parseStatLine(`42 (${comm}) ${rest}`)).toMatchObject({ comm, ticks: 300, pages: 2048 })
  })

  it('marks kernel threads', () => {
    expect(parseStatLine(`2 (kthreadd) ${rest.replace('4194560', '2129984')}`)?.isKernelThread).toBe(true)
  })

  it.each(['', '42', '42 (', '42 )(', '42 (x)', '42 (x) S 1 2 3', `42 (x) ${rest.replace('12345', 'abc')}`])(
    'is not %j',
    (text) => {
      expect(parseStatLine(text)).toBeNull()
    },
  )

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const found = parseStatLine(text)
        return found === null || (Number.isFinite(found.ticks) && found.pages >= 0)
      }),
    )
  })
})
