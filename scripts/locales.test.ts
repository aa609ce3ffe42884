import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Texts {
  readonly [key: string]: string | Texts
}

const root = join(import.meta.dirname, '..')
const folders = ['dashboard/src', ...readdirSync(join(root, 'plugins')).map((id) => `plugins/${id}/dashboard`)].filter(
  (folder) => existsSync(join(root, folder, 'locales/en.json')),
)

const textsOf = (folder: string, language: string): Texts =>
  JSON.parse(readFileSync(join(root, folder, 'locales', `${language}.json`), 'utf8'))

const plural = /_(?:zero|one|two|few|many|other)$/

/** All texts by key; the plural forms of one count as one, because languages differ in them. */
const flat = (texts: Texts, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`.replace(plural, ''), value]] : flat(value, `${path}${key}.`),
  )

const keysOf = (texts: Texts): string[] => [...new Set(flat(texts).map(([key]) => key))].sort()

/** Which values each text takes. */
const placeholders = (texts: Texts): string[] => {
  const found = flat(texts).flatMap(([key, text]) =>
    [...text.matchAll(/\{\{[^}]+\}\}/g)].map(([name]) => `${key} ${name}`),
  )
  return [...new Set(found)].sort()
}

/** Keys that a page names in full in a call of `t`. */
const namedIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => [...readFileSync(join(root, folder, path), 'utf8').matchAll(/\bt\(\s*'([\w.]+)'/g)])
    .map(([, key = '']) => key)

it('there are pages with texts', () => {
  expect(folders.length).toBeGreaterThan(4)
  expect(folders.flatMap(namedIn).length).toBeGreaterThan(300)
})

describe.each(folders)('the texts of %s', (folder) => {
  const en = textsOf(folder, 'en')
  const zh = textsOf(folder, 'zh')

  it('say the same things in both languages', () => {
    expect(keysOf(zh)).toEqual(keysOf(en))
    expect(placeholders(zh)).toEqual(placeholders(en))
  })

  it('contain all that pages name', () => {
    const known = keysOf(en)
    expect(namedIn(folder).filter((key) => !known.includes(key))).toEqual([])
  })
})
