import { expect, test } from 'vitest'
import type { Texts } from '../dashboard.js'
import en from './en.js'
import zh from './zh.js'

const keys = (texts: Texts, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key.replace(/_(one|other)$/, '')] : keys(value, `${path}${key}.`),
  )

test('both languages say the same things', () => {
  expect([...new Set(keys(zh))].sort()).toEqual([...new Set(keys(en))].sort())
})
