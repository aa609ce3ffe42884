import { expect, it } from 'vitest'
import { expired } from './retention.ts'

const day = 86_400
const now = 1000 * day
/** Backups of so many days ago. */
const backups = (...ages: number[]) => ages.map((age) => ({ name: String(age), size: 1, createdAt: now - age * day }))

it.each<[string, number[], { keep_last: number | null; keep_days: number | null }, string[]]>([
  ['nothing without a rule', [0, 400], { keep_last: null, keep_days: null }, []],
  ['all but the newest ones', [0, 1, 2, 3], { keep_last: 2, keep_days: null }, ['2', '3']],
  ['all that are older, but never the newest', [50, 60, 70], { keep_last: null, keep_days: 40 }, ['60', '70']],
  ['what neither rule keeps', [1, 2, 3, 9, 12], { keep_last: 2, keep_days: 10 }, ['12']],
  ['nothing of few', [30, 40], { keep_last: 3, keep_days: 10 }, []],
])('deletes %s', (_, ages, keep, names) => {
  expect(expired(backups(...ages), keep, now).map(({ name }) => name)).toEqual(names)
})
