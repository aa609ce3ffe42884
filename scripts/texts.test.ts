import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

type Section = Readonly<Record<string, string>>
type Sections = Readonly<Record<'errors' | 'messages' | 'pages', Section | undefined>>

/** A text code in the sources; `params` are undefined where the source does not show them. */
interface Use {
  readonly code: string
  readonly params: readonly string[] | undefined
  readonly at: string
}

const root = join(import.meta.dirname, '..')
const textCode = /^([a-z][a-z0-9-]*)\.([A-Z][A-Z0-9_]*)$/
const plural = /_(?:zero|one|two|few|many|other)$/

/** The files of texts by owner: a plugin or a package by the name of its folder. */
const files = Map.groupBy(globSync('{kernel,sdk/*,plugins/*}/locales/*.json', { cwd: root }).sort(), (path) =>
  basename(join(path, '../..')),
)
const read = (path: string): Sections => JSON.parse(readFileSync(join(root, path), 'utf8'))
const sectionsOf = (owner: string): Sections[] => (files.get(owner) ?? []).map(read)
const englishOf = (owner: string): Sections =>
  (files.get(owner) ?? []).filter((path) => basename(path) === 'en.json').map(read)[0] as Sections

const keyOf = (key: string) => key.replace(plural, '')
const textKeys = ({ errors, messages }: Sections) => Object.keys({ ...errors, ...messages }).map(keyOf)

/** The placeholders of a text in all languages and wordings; `count` selects the plural. */
const placeholders = (owner: string, key: string): Set<string> =>
  new Set(
    sectionsOf(owner)
      .flatMap(({ errors, messages, pages }) => [errors, messages, pages])
      .flatMap((section) => Object.entries(section ?? {}))
      .filter(([name]) => keyOf(name) === key)
      .flatMap(([name, text]) => [
        ...[...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, placeholder = '']) => placeholder),
        ...(plural.test(name) ? ['count'] : []),
      ]),
  )

/** The functions that make texts: those of the SDK take the parameters right after the code. */
const makers = new Set(['text', 'badRequest', 'forbidden', 'notFound', 'conflict', 'invalid', 'ApiError'])

function namesIn(params: ts.Node): string[] | undefined {
  if (ts.isIdentifier(params) && params.text === 'undefined') return []
  if (!ts.isObjectLiteralExpression(params) || params.properties.some(ts.isSpreadAssignment)) return undefined
  return params.properties.map((property) => property.name?.getText() ?? '')
}

/** The parameters that go with a code: the next argument, or `params` beside `code`. */
function paramsOf(literal: ts.StringLiteralLike): string[] | undefined {
  const { parent } = literal
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    if (!makers.has(parent.expression.getText())) return undefined
    const given: readonly ts.Node[] = parent.arguments ?? []
    const params = given[given.indexOf(literal) + 1]
    return params ? namesIn(params) : []
  }
  if (ts.isPropertyAssignment(parent) && parent.name.getText() === 'code') {
    const params = parent.parent.properties.find((property) => property.name?.getText() === 'params')
    if (!params) return []
    return ts.isPropertyAssignment(params) ? namesIn(params.initializer) : undefined
  }
  return undefined
}

/** In quotes, as most sources have none. */
const quotedCode = /(['"`])[a-z][a-z0-9-]*\.[A-Z][A-Z0-9_]*\1/

function usesIn(path: string): Use[] {
  const content = readFileSync(join(root, path), 'utf8')
  // To parse them all would take seconds.
  if (!quotedCode.test(content)) return []
  const source = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true)
  const uses: Use[] = []
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node) && textCode.test(node.text)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
      uses.push({ code: node.text, params: paramsOf(node), at: `${path}:${line}` })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return uses
}

const sources = globSync('{kernel,sdk/*,plugins/*}/{src,dashboard}/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) => !/\.test\.tsx?$|[\\/](?:testing|dist)[\\/]/.test(path),
)
const uses = sources.flatMap(usesIn)
const used = new Set(uses.map(({ code }) => code))

describe('text codes in the sources', () => {
  it('are found', () => {
    expect(used.size).toBeGreaterThan(50)
  })

  it('have a text in English', () => {
    const english = new Map([...files.keys()].map((owner) => [owner, new Set(textKeys(englishOf(owner)))]))
    const missing = uses.filter(({ code }) => {
      const [, owner = '', key = ''] = textCode.exec(code) ?? []
      return !english.get(owner)?.has(key)
    })
    expect(missing.map(({ code, at }) => `${at}: ${code}`)).toEqual([])
  })

  it('are given the parameters of their text', () => {
    const wrong = uses.flatMap(({ code, params, at }) => {
      const [, owner = '', key = ''] = textCode.exec(code) ?? []
      const expected = [...placeholders(owner, key)].sort()
      const isSame = params === undefined || [...params].sort().join() === expected.join()
      return isSame ? [] : [`${at}: ${code} has {${expected}}, not {${params}}`]
    })
    expect(wrong).toEqual([])
  })
})

describe.each([...files.keys()])('the texts by code of %s', (owner) => {
  const english = englishOf(owner)

  it('are used', () => {
    const unused = textKeys(english).filter((key) => !used.has(`${owner}.${key}`))
    expect(unused).toEqual([])
  })

  it('have other words for pages only where they exist', () => {
    const known = new Set([english, englishOf('kernel')].flatMap(textKeys))
    const unknown = sectionsOf(owner).flatMap(({ pages }) =>
      Object.keys(pages ?? {}).filter((key) => !known.has(keyOf(key))),
    )
    expect(unknown).toEqual([])
  })
})

it('packages for tools have the same sentences in their code', async () => {
  const { packageTexts } = await import(join(root, 'sdk/widget-package/src/package-texts.ts'))
  const texts = ['widget', 'widget-package'].flatMap((owner) =>
    Object.entries(englishOf(owner).errors ?? {}).map(([key, text]) => [`${owner}.${key}`, text]),
  )
  expect(packageTexts).toEqual(Object.fromEntries(texts))
})
