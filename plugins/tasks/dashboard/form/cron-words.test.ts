import { expect, it } from 'vitest'
import { loadCronWords } from './cron-words.ts'

it('describes a schedule in the language of the reader', async () => {
  expect((await loadCronWords('en'))('0 30 3 * * 1')).toBe('At 03:30, only on Monday')
  expect((await loadCronWords('zh-CN'))('0 30 3 * * 1')).toBe('在03:30, 仅星期一')
})

it('uses English for a language that it has not, and nothing for an invalid schedule', async () => {
  const describe = await loadCronWords('fr')
  expect(describe('0 0 * * * *')).toBe('Every hour')
  expect([describe('* * *'), describe('x * * * * *')]).toEqual(['', ''])
})
