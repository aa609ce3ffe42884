import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readArchive, readPackage } from '@svc/widget-package'
import { readManifest } from '@svc/widget-sdk/manifest'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildProject } from './build.ts'
import { packProject } from './pack.ts'
import { readProject } from './project.ts'

/** Inside of the repository, where libraries are found. */
const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url))

let root = ''
beforeEach(() => {
  mkdirSync(cache, { recursive: true })
  root = mkdtempSync(join(cache, 'widget-tools-'))
  write('package.json', JSON.stringify({ name: '@acme/weather' }))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, text: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

const manifest = (id: string, more: object = {}) => ({
  ...{ id, version: '1.0.0', name: 'Weather', category: 'Status', sdkVersion: '^1.0.0' },
  sizing: { defaultW: 3, defaultH: 2, minW: 2, minH: 1, strategy: 'free' },
  ...more,
})
const source = (id: string, code: string, more: object = {}) =>
  `/* @svc-widget ${JSON.stringify(manifest(id, more))} */\n${code}\n`

const widget = `
import { defineWidget, z } from '@svc/widget-sdk'
import { useServers } from '@svc/widget-sdk/hooks'
import { useState } from 'react'
import { greeting } from './greeting'
export default defineWidget({
  configSchema: z.object({}),
  component: () => <p>{greeting} {useServers().length} {useState(0)[0]} {process.env.NODE_ENV}</p>,
})`

const builtCode = async () => {
  const { files, warnings } = await buildProject(readProject(root))
  return { names: files.map(({ name }) => name), warnings, code: readFileSync(join(root, 'dist/weather.js'), 'utf8') }
}

describe('build', () => {
  it('creates one module with its manifest on top and only provided imports', async () => {
    write('src/greeting.ts', "/* @svc-widget { not this one } */\nexport const greeting: string = 'It is' + ' sunny'")
    const text = { description: 'ends */ early', author: 'Ä "x"' }
    write('src/index.tsx', source('org.acme.weather', widget, text).replace('ends */ early', 'ends *\\/ early'))
    const { names, warnings, code } = await builtCode()
    expect([names, warnings]).toEqual([['weather.js'], []])
    expect(code.split('\n').slice(0, 2)).toEqual(['/*', ' * @svc-widget'])
    expect(readManifest(code)).toEqual(manifest('org.acme.weather', text))
    const imported = [...code.matchAll(/\bfrom ?["'`]([^"'`]+)["'`]/g)].map(([, name]) => name).sort()
    expect(imported).toEqual(['@svc/widget-sdk', '@svc/widget-sdk/hooks', 'react', 'react/jsx-runtime'])
    expect(code).toContain('It is sunny')
    expect(code).toContain('production')
    expect(code).not.toContain('process.env')
    expect((await readPackage(Buffer.from(code))).widgets[0]?.manifest.id).toBe('org.acme.weather')
  })

  it('builds for production regardless of NODE_ENV', async () => {
    const before = process.env.NODE_ENV
    process.env.NODE_ENV = 'development'
    try {
      write('src/greeting.ts', "export const greeting = 'dev'")
      write('src/index.tsx', source('org.acme.weather', widget))
      expect((await builtCode()).code).not.toContain('jsx-dev-runtime')
    } finally {
      process.env.NODE_ENV = before
    }
  })

  it('inlines images, styles and dynamic imports', async () => {
    write('src/icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"></svg>')
    write('src/later.ts', 'export const later = 42')
    write('src/look.css', '.weather { color: red; background: url(./icon.svg) }')
    write(
      'src/index.tsx',
      source(
        'org.acme.weather',
        "import './look.css'\nimport icon from './icon.svg'\nexport default { icon, later: () => import('./later') }",
      ),
    )
    const { names, code } = await builtCode()
    expect(names).toEqual(['weather.js'])
    expect(code.match(/data:image\/svg\+xml/g)).toHaveLength(2)
    expect(code).toContain('adoptedStyleSheets')
    expect(code).toContain('42')
    expect(code).not.toMatch(/import\(/)
  })

  it('replaces the previous build', async () => {
    write('dist/old.js', 'old')
    write('src/greeting.ts', "export const greeting = 'new'")
    write('src/index.tsx', source('org.acme.weather', widget))
    await builtCode()
    expect(existsSync(join(root, 'dist/old.js'))).toBe(false)
  })

  it('warns about oversized modules, which pack rejects', async () => {
    write('src/long.js', `export const long = ${JSON.stringify('x'.repeat(1024 * 1024))}`)
    write('src/index.js', source('org.acme.weather', "import { long } from './long'\nexport default long"))
    const { warnings } = await builtCode()
    expect(warnings).toEqual([
      expect.stringMatching(/^weather\.js is 1048\d{3} bytes; servers accept at most 1048576$/),
    ])
    await expect(packProject(readProject(root))).rejects.toThrow(
      'a server would reject this: a module or archive must not exceed',
    )
  })

  it('rejects packing a single widget with additional files', async () => {
    write('src/sprite.svg', '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="a"/></svg>')
    write(
      'src/index.js',
      source('org.acme.weather', "import sprite from './sprite.svg?no-inline'\nexport default sprite"),
    )
    await expect(packProject(readProject(root))).rejects.toThrow(
      /^a widget is a single file and cannot include assets\/sprite-[\w-]+\.svg;/,
    )
  })

  it.each([
    ["import 'nowhere-to-be-found'\nexport default 1", /src\/index\.tsx failed to build: .*nowhere-to-be-found/s],
    ['export const widget = 1', /src\/index\.tsx has no default export/],
    ['export default <p>', /src\/index\.tsx failed to build/],
    ["import fs from 'https://example.org/x.js'\nexport default fs", /which the dashboard does not provide/],
  ])('rejects %j', async (code, reason) => {
    write('src/index.tsx', source('org.acme.weather', code))
    await expect(builtCode()).rejects.toThrow(reason)
  })
})

describe('project', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ['without anything to build', {}, /neither src\/index\.tsx nor widgets/],
    ['without a manifest', { 'src/index.tsx': 'export default 1' }, /^src\/index\.tsx: source must start with/],
    ['with a wrong one', { 'src/index.ts': source('weather', '') }, /^src\/index\.ts: id must be in reverse-DNS style/],
    [
      'with the same widget twice',
      { 'widgets/a/index.tsx': source('org.acme.a', ''), 'widgets/b/index.jsx': source('org.acme.a', '') },
      /two widgets have the id org\.acme\.a/,
    ],
    [
      'that is both',
      { 'src/index.js': source('org.acme.a', ''), 'widgets/b/index.js': source('org.acme.b', '') },
      /found both widgets\/ and src\/index\.js/,
    ],
    [
      'without a name',
      { 'package.json': '{}', 'src/index.tsx': source('org.acme.a', '') },
      /package.json must have a name/,
    ],
    ['whose package.json is none', { 'package.json': '{', 'src/index.tsx': '' }, /package.json is not valid JSON/],
  ])('rejects %s', (_, files, reason) => {
    for (const [file, text] of Object.entries(files)) write(file, text)
    expect(() => readProject(root)).toThrow(reason)
  })

  it('requires a package.json', () => expect(() => readProject(join(root, 'nowhere'))).toThrow('no package.json in'))
})

describe('collection', () => {
  const entry = `import shared from '../../shared/icon.svg'\nimport { word } from '../../shared/word'\nexport default { shared, word }`
  beforeEach(() => {
    write('shared/icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"></svg>')
    write('shared/word.ts', "export const word = 'together'")
    write('widgets/one/index.tsx', source('org.acme.one', entry))
    write('widgets/two/index.tsx', source('org.acme.two', entry))
    write('widgets/notes.txt', 'no widget')
  })

  it('packs a valid archive with shared images', async () => {
    const { file, widgetPackage } = await packProject(readProject(root))
    expect([file, widgetPackage.kind]).toEqual(['dist/weather.zip', 'archive'])
    expect(widgetPackage.widgets.map(({ manifest: { id }, entryPath }) => [id, entryPath])).toEqual([
      ['org.acme.one', 'one.js'],
      ['org.acme.two', 'two.js'],
    ])
    const files = await readArchive(readFileSync(join(root, file)))
    const [icon, ...others] = [...files.keys()].sort()
    expect(icon).toMatch(/^assets\/icon-[\w-]+\.svg$/)
    expect(others).toEqual(['collection.json', 'one.js', 'two.js'])
    for (const name of ['one.js', 'two.js']) {
      const code = String(files.get(name))
      expect(code).toContain('together')
      expect(code).toMatch(new RegExp(`new URL\\([\`"']${icon}[\`"'], ?import\\.meta\\.url\\)`))
    }
  })

  it('resolves style URLs relative to its modules', async () => {
    const css =
      ".one { background: url('../../shared/icon.svg'); mask: url(#m); cursor: url(https://example.org/c.cur), auto }"
    write('widgets/one/look.css', css)
    write('widgets/one/index.tsx', source('org.acme.one', "import './look.css'\nexport default 1"))
    const { file } = await packProject(readProject(root))
    const files = await readArchive(readFileSync(join(root, file)))
    const picture = [...files.keys()].find((name) => name.endsWith('.svg'))
    const code = String(files.get('one.js'))
    expect(code).toContain(`new URL("${picture}", import.meta.url).href`)
    expect(code).toMatch(/url\(["'\\]*#m["'\\]*\)/)
    expect(code).toContain('https://example.org/c.cur')
  })

  it('is reproducible', async () => {
    const first = await packProject(readProject(root))
    const second = await packProject(readProject(root))
    expect(second.widgetPackage.sha256).toBe(first.widgetPackage.sha256)
  })
})
