import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCompatible, isRange } from './compatible.ts'
import { readManifest } from './read-manifest.ts'
import { ManifestError, validateManifest } from './validate-manifest.ts'

const manifest = {
  id: 'org.example.weather',
  version: '1.2.3',
  name: 'Weather',
  category: 'Status',
  sizing: { defaultW: 4, defaultH: 3, minW: 2, minH: 2, maxW: 8, maxH: 8, strategy: 'free' },
  sdkVersion: '^1.0.0',
}
const sized = (extra: object) => ({ ...manifest, sizing: { ...manifest.sizing, ...extra } })
const fieldOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    if (error instanceof ManifestError) return error.field
    throw error
  }
  return 'nothing'
}

describe('validateManifest', () => {
  it('accepts a valid manifest and drops unknown members', () => {
    const full = {
      ...manifest,
      description: ' Rain ',
      author: 'A',
      extra: 1,
      sizing: { ...manifest.sizing, odd: true },
    }
    expect(validateManifest(full)).toEqual({ ...manifest, description: 'Rain', author: 'A' })
    const { maxW: _, maxH: __, ...rest } = manifest.sizing
    expect(validateManifest({ ...manifest, sizing: rest }).sizing).toEqual(rest)
    expect(validateManifest({ ...manifest, version: '1.0.0-beta.1', description: '' }).version).toBe('1.0.0-beta.1')
  })

  it.each(['Org.Example.Weather_2', 'org.example.my_widget', 'my_org.x', 'com-x.y-z'])('accepts the id %s', (id) =>
    expect(validateManifest({ ...manifest, id }).id).toBe(id),
  )

  it.each(['*', 'x', '>=1'])('accepts the SDK version range %s', (sdkVersion) =>
    expect(validateManifest({ ...manifest, sdkVersion }).sdkVersion).toBe(sdkVersion),
  )

  it('clamps sizes to the grid, with a note', () => {
    const notes: unknown[] = []
    const large = sized({ minW: 13, defaultW: 20, maxW: 100, defaultH: 60, maxH: 60 })
    const { sizing } = validateManifest(large, (note) => notes.push(note))
    expect(sizing).toEqual({ ...manifest.sizing, minW: 12, defaultW: 12, maxW: 12, defaultH: 50, maxH: 50 })
    expect(notes).toHaveLength(5)
    expect(notes[0]).toEqual({
      code: 'widget.SIZE_CLAMPED',
      params: { field: 'sizing.minW', value: 13, max: 12 },
    })
    validateManifest(manifest, () => expect.unreachable())
  })

  it.each<[string, unknown]>([
    ['manifest', undefined],
    ['manifest', null],
    ['manifest', []],
    ['manifest', 'text'],
    ['id', { ...manifest, id: undefined }],
    ['id', { ...manifest, id: '' }],
    ['id', { ...manifest, id: 5 }],
    ['id', { ...manifest, id: 'weather' }],
    ['id', { ...manifest, id: 'org..example' }],
    ['id', { ...manifest, id: '../../etc/passwd' }],
    ['id', { ...manifest, id: 'org.example/weather' }],
    ['id', { ...manifest, id: `org.${'x'.repeat(130)}` }],
    ['version', { ...manifest, version: '1.2' }],
    ['version', { ...manifest, version: 'v1.2.3' }],
    ['version', { ...manifest, version: '01.2.3' }],
    ['version', { ...manifest, version: '1.2.3.4' }],
    ['name', { ...manifest, name: '   ' }],
    ['name', { ...manifest, name: 'x'.repeat(101) }],
    ['name', { ...manifest, name: 'a\u0000b' }],
    ['name', { ...manifest, name: 'two\u2028lines' }],
    ['name', { ...manifest, name: '\u200b\u200d' }],
    ['name', { ...manifest, name: '\u3164' }],
    ['name', { ...manifest, name: '\u2800 \u0301' }],
    ['description', { ...manifest, description: 5 }],
    ['author', { ...manifest, author: 'x'.repeat(101) }],
    ['category', { ...manifest, category: 'charts' }],
    ['category', { ...manifest, category: undefined }],
    ['sizing', { ...manifest, sizing: undefined }],
    ['sizing', { ...manifest, sizing: [] }],
    ['sizing.minW', sized({ minW: 0 })],
    ['sizing.minW', sized({ minW: '2' })],
    ['sizing.minH', sized({ minH: Number.NaN })],
    ['sizing.defaultW', sized({ defaultW: -1 })],
    ['sizing.defaultW', sized({ defaultW: 2.5 })],
    ['sizing.defaultW', sized({ defaultW: 1 })],
    ['sizing.defaultW', sized({ defaultW: 9 })],
    ['sizing.maxW', sized({ maxW: Number.POSITIVE_INFINITY })],
    ['sizing.maxH', sized({ maxH: null })],
    ['sizing.strategy', sized({ strategy: 'whatever' })],
    ['sizing.strategy', sized({ strategy: undefined })],
    ['sdkVersion', { ...manifest, sdkVersion: 'latest' }],
    ['sdkVersion', { ...manifest, sdkVersion: '^1.x.y.z' }],
    ['sdkVersion', { ...manifest, sdkVersion: '' }],
  ])('rejects %s: %j', (field, value) => expect(fieldOf(() => validateManifest(value))).toBe(field))

  it.each(['天气', 'Ł', '?', '42 °C', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 'نص\u200c', '\u{1f1eb}\u{1f1f7}'])(
    'accepts the name %s',
    (name) => expect(validateManifest({ ...manifest, name }).name).toBe(name),
  )

  it('only throws ManifestError', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(typeof fieldOf(() => validateManifest(value))).toBe('string')
      }),
    )
  })
})

const json = JSON.stringify(manifest, null, 2)
const decorated = `/*\n * @svc-widget\n${json
  .split('\n')
  .map((line) => ` * ${line}`)
  .join('\n')}\n */\nexport default 1`

describe('readManifest', () => {
  it.each([
    ['plain', `/* @svc-widget ${json} */ export default 1`],
    ['decorated', decorated],
    ['with a legal comment mark', `/*! @svc-widget\n${json}\n*/`],
    [
      'after a byte order mark, spaces and line comments',
      `\uFEFF\n// eslint\n\n// x\n/**\n * @svc-widget\n${json}\n */`,
    ],
    ['with Windows line ends', decorated.replaceAll('\n', '\r\n')],
    ['decorated without spaces', decorated.replaceAll('\n * ', '\n *')],
  ])('reads: %s', (_, source) => expect(readManifest(source)).toEqual(manifest))

  it.each<[string, string, string]>([
    ['nothing', 'source', ''],
    ['without a comment', 'source', 'export default 1'],
    ['another comment first', 'source', `/* licence */ /* @svc-widget ${json} */`],
    ['code first', 'source', `import x from 'x'\n/* @svc-widget ${json} */`],
    ['a line comment', 'source', `// @svc-widget ${json}`],
    ['an unterminated comment', 'source', `/* @svc-widget ${json}`],
    ['invalid JSON', 'manifest', '/* @svc-widget hello */'],
    ['trailing JSON', 'manifest', `/* @svc-widget ${json} ${json} */`],
    ['JavaScript', 'manifest', "/* @svc-widget { id: 'org.example.weather' } */"],
    ['an array', 'manifest', '/* @svc-widget [] */'],
    ['a source over the limit', 'source', `/* @svc-widget ${json} */${' '.repeat(1024 * 1024)}`],
    ['a source over the limit in bytes only', 'source', `/* @svc-widget ${json} */${'机'.repeat(400_000)}`],
  ])('rejects: %s', (_, field, source) => expect(fieldOf(() => readManifest(source))).toBe(field))

  it('takes bounded time', () => {
    for (const source of [
      '/'.repeat(500_000),
      `${' \n'.repeat(250_000)}x`,
      `/*${'*'.repeat(500_000)}`,
      '//\n'.repeat(300_000),
    ]) {
      expect(fieldOf(() => readManifest(source))).toBe('source')
    }
    const stars = `/* @svc-widget ${' *\n'.repeat(300_000)} */`
    expect(fieldOf(() => readManifest(stars))).toBe('manifest')
  })
})

describe('SDK version range', () => {
  it.each([
    ['1.0.0', '^1.0.0', true],
    ['1.4.2', '^1.0.0', true],
    ['2.0.0', '^1.0.0', false],
    ['1.0.5', '~1.0.2', true],
    ['1.1.0', '~1.0.2', false],
    ['1.0.0', '1.0.0', true],
    ['0.2.5', '^0.2.0', true],
    ['0.3.0', '^0.2.0', false],
    ['0.0.4', '^0.0.3', false],
    ['1.0.0-beta.1', '^1.0.0', true],
    ['1.5.0', '>=1.2 <2', true],
    ['1.0.0', 'nonsense', false],
  ])('host %s, range %s: %s', (host, range, expected) => expect(isCompatible(host, range)).toBe(expected))

  it('may be any range', () =>
    expect(['^1.0.0', '*', 'x', '', ' ', 'latest'].map(isRange)).toEqual([true, true, true, false, false, false]))
})
