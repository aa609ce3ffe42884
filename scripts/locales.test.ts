import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Texts {
  readonly [key: string]: string | Texts
}

const root = join(import.meta.dirname, '..')
const shell = 'dashboard'
const folders = globSync('{dashboard,kernel,sdk/*,plugins/*,agent-plugins/*}/locales/en.json', { cwd: root })
  .map((path) => path.replace('/locales/en.json', ''))
  .sort()
const plugins = folders.filter((folder) => folder.startsWith('plugins/'))

const read = (folder: string, language: string): Texts => {
  const path = join(root, folder, 'locales', `${language}.json`)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

const languages = readdirSync(join(root, shell, 'locales')).map((name) => name.replace('.json', ''))
const isPreview = (language: string) => 'preview' in (read(shell, language).language as Texts)
const others = languages.filter((language) => language !== 'en')

/** The texts of a folder by the keys that pages use; the facts about a language differ. */
const textsOf = (folder: string, language: string): Texts => {
  const { global = {}, language: _, ...texts } = read(folder, language)
  return { ...texts, global }
}

const plural = /_(?:zero|one|two|few|many|other)$/

/** All texts by key; the plural forms of one count as one, because languages differ in them. */
const flat = (texts: Texts, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`.replace(plural, ''), value]] : flat(value, `${path}${key}.`),
  )
const keysOf = (texts: Texts): string[] => [...new Set(flat(texts).map(([key]) => key))].sort()

/** `global` is where a text is loaded, not part of its key. */
const withoutSection = (key: string) => key.replace(/^global\./, '')

/** Sections with texts for those errors alone whose message reads badly on a page. */
const optional = /^(?:global\.)?pages\./

/** Which values each text takes. */
const placeholders = (texts: Texts): string[] => {
  const found = flat(texts)
    .filter(([key]) => !optional.test(key))
    .flatMap(([key, text]) => [...text.matchAll(/\{\{[^}]+\}\}/g)].map(([name]) => `${key} ${name}`))
  return [...new Set(found)].sort()
}
const required = (texts: Texts): string[] => keysOf(texts).filter((key) => !optional.test(key))

/** Keys that a page names in full in a call of `t`. */
const namedIn = (folder: string): string[] =>
  globSync(`${folder === shell ? `${shell}/src` : `${folder}/dashboard`}/**/*.{ts,tsx}`, { cwd: root })
    .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(/\bt\(\s*'([\w.]+)'/g)])
    .map(([, key = '']) => key)

it('there are pages with texts', () => {
  expect(folders.length).toBeGreaterThan(4)
  expect(folders.flatMap(namedIn).length).toBeGreaterThan(300)
  expect(others).toContain('zh')
})

it.each(plugins)('the texts of %s contain its name, for the list of plugins', (folder) => {
  expect(keysOf(read(folder, 'en'))).toEqual(expect.arrayContaining(['plugin.title', 'plugin.description']))
})

describe.each(folders)('the texts of %s', (folder) => {
  const en = textsOf(folder, 'en')

  it.each(others.filter((language) => !isPreview(language)))('are complete in %s', (language) => {
    const texts = textsOf(folder, language)
    expect(required(texts)).toEqual(required(en))
    expect(placeholders(texts)).toEqual(placeholders(en))
  })

  it.each(others.filter(isPreview))('have no unknown keys in %s', (language) => {
    const texts = textsOf(folder, language)
    expect(required(texts).filter((key) => !required(en).includes(key))).toEqual([])
    expect(placeholders(texts).filter((name) => !placeholders(en).includes(name))).toEqual([])
  })

  it('have distinct keys, with and without those of `global`', () => {
    const keys = keysOf(en).map(withoutSection)
    expect(keys).toHaveLength(new Set(keys).size)
  })

  it('contain all that pages name', () => {
    const known = keysOf(en).map(withoutSection)
    expect(namedIn(folder).filter((key) => !known.includes(key))).toEqual([])
  })
})
