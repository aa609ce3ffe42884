import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Texts {
  readonly [key: string]: string | Texts
}

const root = join(import.meta.dirname, '..')
const shell = 'dashboard/src'
const folders = [shell, ...readdirSync(join(root, 'plugins')).map((id) => `plugins/${id}/dashboard`)].filter((folder) =>
  existsSync(join(root, folder, 'locales/en.json')),
)

/** Texts of a folder in a language, by file: its own, and the labels that others show. */
const textsOf = (folder: string, language: string): Texts[] =>
  [`${language}.json`, `labels.${language}.json`]
    .map((name) => join(root, folder, 'locales', name))
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')))

const plural = /_(?:zero|one|two|few|many|other)$/

/** All texts by key; the plural forms of one count as one, because languages differ in them. */
const flat = (texts: Texts, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`.replace(plural, ''), value]] : flat(value, `${path}${key}.`),
  )

const keysOf = (texts: Texts): string[] => [...new Set(flat(texts).map(([key]) => key))].sort()
const allKeys = (files: readonly Texts[]): string[] => files.flatMap(keysOf)

/** English needs no `refusals`: the messages of the server are already English. */
const withoutRefusals = ({ refusals: _, ...texts }: Texts): Texts => texts
const refusals = (files: readonly Texts[]): Texts => Object.assign({}, ...files.map((texts) => texts.refusals))

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

it.each(folders.filter((folder) => folder !== shell))('the texts of %s name it, for the list of plugins', (folder) => {
  expect(allKeys(textsOf(folder, 'en'))).toEqual(expect.arrayContaining(['plugin.title', 'plugin.description']))
})

describe.each(folders)('the texts of %s', (folder) => {
  const en = textsOf(folder, 'en')
  const zh = textsOf(folder, 'zh')

  it('say the same things in both languages', () => {
    expect(zh.map(withoutRefusals).map(keysOf)).toEqual(en.map(withoutRefusals).map(keysOf))
    expect(zh.map(withoutRefusals).map(placeholders)).toEqual(en.map(withoutRefusals).map(placeholders))
  })

  it('have Chinese words for each sentence of the server that has others in English', () => {
    expect(keysOf(refusals(zh))).toEqual(expect.arrayContaining(keysOf(refusals(en))))
  })

  it('say each thing in one file', () => {
    expect(allKeys(en)).toHaveLength(new Set(allKeys(en)).size)
  })

  it('contain all that pages name', () => {
    const keys = allKeys(en)
    expect(namedIn(folder).filter((key) => !keys.includes(key))).toEqual([])
  })
})
