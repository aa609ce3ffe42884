import { expect, test } from 'vitest'
import type { Texts } from '../dashboard.ts'
import en from './en.ts'
import zh from './zh.ts'

const keys = (texts: Texts, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key.replace(/_(one|other)$/, '')] : keys(value, `${path}${key}.`),
  )

const own = ({ refusals: _, ...texts }: Texts): string[] => [...new Set(keys(texts))].sort()

test('both languages have the same keys', () => {
  expect(own(zh)).toEqual(own(en))
})

// the server's sentence is English, so English needs a text only where another one is better
test('both languages replace the same server messages', () => {
  expect(Object.keys(zh.refusals ?? {})).toEqual(expect.arrayContaining(Object.keys(en.refusals ?? {})))
})
