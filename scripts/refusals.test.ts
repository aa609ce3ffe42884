import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { unextractable, untranslated } from './refusals/exceptions.mjs'
import { extractMessages } from './refusals/messages.mjs'
import { root } from './setup/child.mjs'

interface Texts {
  readonly errors?: Readonly<Record<string, string>>
  readonly refusals?: Readonly<Record<string, string>>
}
type Message = ReturnType<typeof extractMessages>['messages'][number]
type Translate = (sentence: string, catalogs: readonly Readonly<Record<string, string>>[]) => string

const plugins = readdirSync(join(root, 'plugins')).filter((id) => existsSync(join(root, 'plugins', id, 'src')))
const catalogOf = (id: string): Texts => {
  const path = join(root, 'plugins', id, 'locales/zh.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/** The plugins whose pages show messages that come from outside their own server code. */
const shownBy: readonly [prefix: string, plugins: readonly string[]][] = [
  ['plugins/system/src/outbound/', ['widgets']],
  ['sdk/widget-package/', ['widgets']],
  ['sdk/widget/', ['widgets']],
  ['sdk/probe-target/', ['monitors', 'probes']],
  ['sdk/plugin/src/display-name.ts', ['alerts']],
  ['kernel/locales/en.json#HEADER', ['alerts', 'monitors']],
  ['kernel/locales/en.json#PLUGIN_', ['system']],
  ['kernel/locales/en.json#UNKNOWN_PLUGIN', ['system']],
]
const pluginsShowing = (file: string): readonly string[] =>
  shownBy.find(([prefix]) => file.startsWith(prefix))?.[1] ?? plugins.filter((id) => file.startsWith(`plugins/${id}/`))

const folders = ['kernel', ...plugins.map((id) => `plugins/${id}`)].concat(
  ['plugin', 'probe-target', 'widget', 'widget-package'].map((name) => `sdk/${name}`),
)
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|testing/.test(path))
    .map((path) => `${folder}/src/${path}`),
)
const extracted = files.map((file) => extractMessages(join(root, file), file))
const messagesByCode: readonly Message[] = ['kernel', 'sdk/probe-target'].flatMap((folder) => {
  const { errors }: Texts = JSON.parse(readFileSync(join(root, folder, 'locales/en.json'), 'utf8'))
  return Object.entries(errors ?? {}).map(([key, text]) => ({
    file: `${folder}/locales/en.json#${key}`,
    sentence: text.replace(/\{\{\w+\}\}/g, '7'),
    code: key.replace(/_(one|other)$/, ''),
  }))
})
const messages = [...extracted.flatMap((one) => one.messages), ...messagesByCode]
const unextracted = extracted.flatMap((one) => one.unextracted)

const source = (path: string) => import(join(root, path))
let translate: Translate
let shared: Texts
beforeAll(async () => {
  translate = (await source('sdk/dashboard/src/api/server-messages.ts')).translateServerMessage
  shared = JSON.parse(readFileSync(join(root, 'sdk/dashboard/locales/zh.json'), 'utf8')).global
})

const isChinese = (text: string) => /\p{Script=Han}/u.test(text)

function isTranslated(sentence: string, code: string | undefined, texts: Texts): boolean {
  const byCode = [texts, shared]
    .flatMap(({ errors = {} }) => [errors[`${code}`], errors[`${code}_other`]])
    .find(Boolean)
  if (byCode !== undefined && !byCode.includes('{{detail}}')) return isChinese(byCode)
  return isChinese(translate(sentence, [texts.refusals ?? {}, shared.refusals ?? {}]))
}

const needsNoTranslation = ({ file, sentence }: { file: string; sentence: string }) =>
  untranslated.some((one) => one.in?.some((prefix) => file.startsWith(prefix)) || one.sentences?.includes(sentence))

it('finds the error messages of the servers', () => {
  expect(messages.length).toBeGreaterThan(100)
})

describe('error messages of the server', () => {
  it('have a Chinese translation in every plugin that shows them', () => {
    const missing = messages
      .filter((one) => !messagesByCode.includes(one) && !needsNoTranslation(one))
      .flatMap(({ file, sentence, code }) => {
        const catalogs = pluginsShowing(file).map(catalogOf)
        const isMissing = (catalogs.length > 0 ? catalogs : [{}]).some((texts) => !isTranslated(sentence, code, texts))
        return isMissing ? [`${file}: ${sentence}`] : []
      })
    expect([...new Set(missing)]).toEqual([])
  })

  it('can be extracted, or the exceptions say why not', () => {
    const expected = unextractable.flatMap(({ at }) => at.map(([file, expression]) => `${file}: ${expression}`)).sort()
    expect([...new Set(unextracted.map(({ file, expression }) => `${file}: ${expression}`))].sort()).toEqual(expected)
  })

  it('has no stale exceptions', () => {
    const stale = untranslated.flatMap((one) => [
      ...(one.in ?? []).filter((prefix) => !messages.some(({ file }) => file.startsWith(prefix))),
      ...(one.sentences ?? []).filter((sentence) => !messages.some((found) => found.sentence === sentence)),
    ])
    expect(stale).toEqual([])
  })
})

describe.each(plugins)('the Chinese error messages of %s', (id) => {
  const refusals = Object.entries(catalogOf(id).refusals ?? {})

  it('have no stale keys', () => {
    const shown = messages.filter(({ file }) => pluginsShowing(file).includes(id))
    const isUsed = (key: string) => shown.some(({ sentence }) => translate(sentence, [{ [key]: 'found' }]) === 'found')
    expect(refusals.map(([key]) => key).filter((key) => !isUsed(key))).toEqual([])
  })

  it('use only the placeholders of their key', () => {
    const names = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)
    const unknown = refusals.filter(([key, text]) => names(text).some((name) => !names(key).includes(name)))
    expect(unknown).toEqual([])
  })
})
