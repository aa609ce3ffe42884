import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import en from './locales/en.json' with { type: 'json' }

const keysOf = (texts: object, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${path}${key}`] : keysOf(value, `${path}${key}.`),
  )

it('has every text that a page names in full', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'))
  const named = pages.flatMap((path) =>
    [...readFileSync(folder + path, 'utf8').matchAll(/\bt\(\s*'([\w.]+)'/g)].map(([, key]) => key),
  )
  const known = keysOf(en)
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((key) => key !== undefined && !known.includes(key))).toEqual([])
})
