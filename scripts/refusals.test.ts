import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { sentencesOf } from './refusals/sentences.mjs'
import { unreadable, untold } from './refusals/untold.mjs'
import { root } from './setup/child.mjs'

interface Texts {
  readonly errors?: Readonly<Record<string, string>>
  readonly refusals?: Readonly<Record<string, string>>
}
type RefusalText = (sentence: string, speakers: readonly Readonly<Record<string, string>>[]) => string
type FieldRules = (violations: readonly object[]) => readonly { readonly rule: string }[]

const plugins = readdirSync(join(root, 'plugins')).filter((id) => existsSync(join(root, 'plugins', id, 'src')))
const textsOf = (id: string): Texts => {
  const path = join(root, 'plugins', id, 'dashboard/locales/zh.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/** Whose pages hear what is said elsewhere than in the server of a plugin. */
const hearers: readonly [place: string, plugins: readonly string[]][] = [
  ['plugins/system/src/outbound/', ['widgets']],
  ['sdk/widget-package/', ['widgets']],
  ['sdk/widget/', ['widgets']],
  ['sdk/probe-target/', ['monitors', 'probes']],
  ['sdk/plugin/src/request-headers.ts', ['alerts', 'monitors']],
  ['kernel/src/administration.ts', ['system']],
]
const hearersOf = (file: string): readonly string[] =>
  hearers.find(([place]) => file.startsWith(place))?.[1] ?? plugins.filter((id) => file.startsWith(`plugins/${id}/`))

const folders = ['kernel', ...plugins.map((id) => `plugins/${id}`)].concat(
  ['plugin', 'probe-target', 'widget', 'widget-package'].map((name) => `sdk/${name}`),
)
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|testing/.test(path))
    .map((path) => `${folder}/src/${path}`),
)
const read = files.map((file) => sentencesOf(join(root, file), file))
const said = read.flatMap((one) => one.said)
const unread = read.flatMap((one) => one.unread)

const source = (path: string) => import(join(root, path))
let refusalText: RefusalText
let shared: Texts
beforeAll(async () => {
  refusalText = (await source('sdk/dashboard/src/api/server-messages.ts')).translateServerMessage
  shared = (await source('sdk/dashboard/src/locales/zh.ts')).default
})

const isChinese = (text: string) => /\p{Script=Han}/u.test(text)

function isTold(sentence: string, code: string | undefined, texts: Texts): boolean {
  const whole = [texts, shared].flatMap(({ errors = {} }) => [errors[`${code}`], errors[`${code}_other`]]).find(Boolean)
  if (whole !== undefined && !whole.includes('{{detail}}')) return isChinese(whole)
  const speakers = [texts.refusals ?? {}, shared.refusals ?? {}]
  return isChinese(refusalText(sentence, speakers))
}

const isUntold = ({ file, sentence }: { file: string; sentence: string }) =>
  untold.some((one) => one.in?.some((place) => file.startsWith(place)) || one.sentences?.includes(sentence))

it('sentences are found where servers refuse', () => {
  expect(said.length).toBeGreaterThan(300)
  for (const id of ['alerts', 'auth', 'dashboards', 'enrollment', 'metrics', 'monitors', 'probes', 'widgets']) {
    expect(said.filter(({ file }) => file.startsWith(`plugins/${id}/`)).length, id).toBeGreaterThan(5)
  }
})

describe('what a server refuses with', () => {
  it('is said in Chinese by the pages that hear it', () => {
    const missing = said
      .filter((one) => !isUntold(one))
      .flatMap(({ file, sentence, code }) => {
        const heard = hearersOf(file).map(textsOf)
        const silent = (heard.length > 0 ? heard : [{}]).some((texts) => !isTold(sentence, code, texts))
        return silent ? [`${file}: ${sentence}`] : []
      })
    expect([...new Set(missing)]).toEqual([])
  })

  it('can be read, or there is a reason', () => {
    const known = unreadable.flatMap(({ at }) => at.map(([file, expression]) => `${file}: ${expression}`)).sort()
    expect([...new Set(unread.map(({ file, expression }) => `${file}: ${expression}`))].sort()).toEqual(known)
  })

  it('has no reason to stay untold that nothing needs', () => {
    const needless = untold.flatMap((one) => [
      ...(one.in ?? []).filter((place) => !said.some(({ file }) => file.startsWith(place))),
      ...(one.sentences ?? []).filter((sentence) => !said.some((found) => found.sentence === sentence)),
    ])
    expect(needless).toEqual([])
  })
})

it('what schemas demand of what people type is said in Chinese', async () => {
  const fieldRules: FieldRules = (await source('kernel/src/http/violations.ts')).fieldRules
  const violation = (keyword: string, params: object, message?: string) => ({
    ...{ keyword, instancePath: '/name', params },
    ...(message && { message }),
  })
  const limits = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum']
  const violations = [
    ...limits.map((keyword) => violation(keyword, { limit: 20 })),
    ...['minLength', 'minItems', 'maxItems'].map((keyword) => violation(keyword, { limit: 1 })),
    violation('required', { missingProperty: 'name' }),
    violation('enum', { allowedValues: ['a', 'b'] }),
    violation('format', { format: 'uri' }),
    violation('pattern', { pattern: '^a' }, 'must match pattern "^a"'),
  ]
  const rules = violations.flatMap((one) => fieldRules([one])).map(({ rule }) => rule)
  expect(rules).toHaveLength(violations.length)
  expect(rules.filter((rule) => !isChinese(refusalText(rule, [shared.refusals ?? {}])))).toEqual([])
})

describe.each(plugins)('what the pages of %s say for sentences of servers', (id) => {
  const refusals = Object.entries(textsOf(id).refusals ?? {})

  it('is about sentences that there are', () => {
    const heard = said.filter(({ file }) => hearersOf(file).includes(id))
    const needed = (refused: string) =>
      heard.some(({ sentence }) => refusalText(sentence, [{ [refused]: 'told' }]) === 'told')
    expect(refusals.map(([refused]) => refused).filter((refused) => !needed(refused))).toEqual([])
  })

  it('takes its values from them', () => {
    const names = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)
    const foreign = refusals.filter(([refused, text]) => names(text).some((name) => !names(refused).includes(name)))
    expect(foreign).toEqual([])
  })
})
