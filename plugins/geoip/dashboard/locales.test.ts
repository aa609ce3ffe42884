import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import en from './locales/en.json' with { type: 'json' }
import zh from './locales/zh.json' with { type: 'json' }

const plural = /_(?:zero|one|two|few|many|other)$/

/** The keys of all texts; the plural forms of one count as one, because languages differ in them. */
const keysOf = (texts: object, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${path}${key}`.replace(plural, '')] : keysOf(value, `${path}${key}.`),
  )

const distinct = (texts: object) => [...new Set(keysOf(texts))].sort()

it('says everything in both languages', () => {
  expect(distinct(zh)).toEqual(distinct(en))
})

it('has every text that a page names in full', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
  const named = files.flatMap((path) =>
    [...readFileSync(folder + path, 'utf8').matchAll(/\bt\(\s*'([\w.]+)'/g)].map(([, key]) => key),
  )
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((key) => key !== undefined && !distinct(en).includes(key))).toEqual([])
})
