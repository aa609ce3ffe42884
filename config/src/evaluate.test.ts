import { type TObject, Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import { evaluate, redactedSlice } from './evaluate.ts'
import { defineFormats } from './formats.ts'
import { mergeFragments } from './fragment.ts'
import type { Source } from './sources.ts'
import { valuesOf } from './values.ts'

defineFormats({ even: { description: 'a string of even length', check: (text) => text.length % 2 === 0 } })

const probe = Type.Object({
  probe: Type.Object({
    enabled: Type.Boolean({ default: false }),
    count: Type.Integer({ minimum: 1, maximum: 9, default: 3 }),
    ratio: Type.Number({ default: 0.5 }),
    hosts: Type.Array(Type.String({ format: 'even' }), { default: [] }),
    mode: Type.Union([Type.Literal('on'), Type.Literal('off')], { default: 'on' }),
    key: Type.String({ maxLength: 9, secret: true, default: '' }),
    note: Type.Optional(Type.Unknown()),
  }),
})
const table = (name: string, values: object): Source => ({ kind: 'file', name, table: { ...values } })
const vars = (values: Record<string, string>): Source => ({ kind: 'env', vars: values })
const leavesOf = (schema: TObject) => mergeFragments([{ owner: 'probe', schema }])
const run = (...sources: Source[]) => evaluate(leavesOf(probe), sources)
const deerrors = { enabled: false, count: 3, ratio: 0.5, hosts: [], mode: 'on', key: '' }

describe('a slice', () => {
  it('applies deerrors, then the sources in order', () => {
    expect(run()).toEqual({ slice: { probe: deerrors }, errors: [] })
    const sources = [table('A', { probe: { count: 4, ratio: 1 } }), table('B', { probe: { count: 5 } })]
    expect(run(...sources, vars({ SVC_PROBE__RATIO: '-1.5' })).slice).toEqual({
      probe: { ...deerrors, count: 5, ratio: -1.5 },
    })
  })

  it('converts environment variables to the type of the key', () => {
    const text = {
      SVC_PROBE__ENABLED: 'True',
      SVC_PROBE__COUNT: '7',
      SVC_PROBE__HOSTS: 'aa, bb,',
      SVC_PROBE__MODE: 'off',
    }
    expect(run(vars(text)).slice).toMatchObject({
      probe: { enabled: true, count: 7, hosts: ['aa', 'bb'], mode: 'off' },
    })
    expect(run(vars({ SVC_PROBE__HOSTS: '' })).slice).toMatchObject({ probe: { hosts: [] } })
  })

  it('accepts comma-separated text in a file for lists only', () => {
    const { slice, errors } = run(table('A', { probe: { hosts: 'aa,bb', count: '4' } }))
    expect(slice).toMatchObject({ probe: { hosts: ['aa', 'bb'] } })
    expect(errors).toEqual(['probe.count in A must be an integer from 1 to 9, not "4"'])
  })

  it('is frozen without freezing its sources', () => {
    const values = { probe: { hosts: ['aa'] } }
    const { slice } = run(table('A', values))
    expect(() => (slice as typeof values).probe.hosts.push('bb')).toThrow(TypeError)
    values.probe.hosts.push('bb')
    expect(slice).toMatchObject({ probe: { hosts: ['aa'] } })
    expect(Object.isFrozen(probe.properties.probe.properties.hosts.default)).toBe(false)
  })

  it('ignores inherited properties', () => {
    const schema = Type.Object({ constructor: Type.Object({ name: Type.String({ default: 'mine' }) }) })
    expect(evaluate(leavesOf(schema), [table('A', {}), vars({})])).toMatchObject({ errors: [] })
    const { errors } = run(vars({ SVC_PROBE__ENABLED: 'constructor' }))
    expect(errors).toEqual([
      'probe.enabled in environment variable SVC_PROBE__ENABLED must be true or false, not "constructor"',
    ])
  })

  it('redacts secrets', () => {
    const { slice } = run(table('A', { probe: { key: 'hunter2' } }))
    const shown = redactedSlice(leavesOf(probe), slice)
    expect(shown).toMatchObject({ 'probe.key': '[redacted]', 'probe.count': 3 })
  })
})

describe('a validation error', () => {
  it.each<[object, string]>([
    [{ probe: 5 }, 'probe in A must be a table'],
    [{ probe: [] }, 'probe in A must be a table'],
    [{ probe: { count: 0 } }, 'probe.count in A must be an integer from 1 to 9, not 0'],
    [{ probe: { ratio: Number.NaN } }, 'probe.ratio in A must be a number, not null'],
    [{ probe: { mode: 'loud' } }, 'probe.mode in A must be one of on, off, not "loud"'],
    [{ probe: { hosts: 1 } }, 'probe.hosts in A must be a list where every item is a string of even length, not 1'],
    [{ probe: { hosts: ['aa', 'b'] } }, 'every item of probe.hosts in A must be a string of even length, not "b"'],
    [{ probe: { key: 'hunter2hunter2' } }, 'probe.key in A must be a string of at most 9 characters'],
    [{ probe: { mode: 'x'.repeat(200) } }, `probe.mode in A must be one of on, off, not "${'x'.repeat(79)}...`],
  ])('names key, source, rule and value: %j', (values, sentence) => {
    expect(run(table('A', values)).errors).toEqual([sentence])
  })

  it.each([
    ['ENABLED', 'yes', 'true or false'],
    ['COUNT', '0x4', 'an integer from 1 to 9'],
    ['COUNT', '', 'an integer from 1 to 9'],
    ['COUNT', '10', 'an integer from 1 to 9'],
    ['RATIO', 'NaN', 'a number'],
  ])('names the environment variable: %s=%s', (key, text, rule) => {
    const [error] = run(vars({ [`SVC_PROBE__${key}`]: text })).errors
    expect(error).toContain(` in environment variable SVC_PROBE__${key} must be ${rule}, not `)
  })

  it('is reported even if a later source overrides the value', () => {
    const { errors } = run(table('A', { probe: { count: 0 } }), vars({ SVC_PROBE__COUNT: '4' }))
    expect(errors).toEqual(['probe.count in A must be an integer from 1 to 9, not 0'])
  })

  it('is reported for a missing required key', () => {
    const leaves = leavesOf(Type.Object({ url: Type.String({ minLength: 1 }) }))
    expect(evaluate(leaves, []).errors).toEqual([
      'url is required: set it to a non-empty string in the configuration file or in SVC_URL',
    ])
    expect(evaluate(leaves, [table('A', { url: '' })]).errors).toEqual(['url in A must be a non-empty string, not ""'])
  })
})

it('valuesOf returns all values of a key, in the order of the sources', () => {
  const [leaf] = leavesOf(Type.Object({ deny: Type.Array(Type.String()) }))
  if (!leaf) throw new Error('no key')
  const sources = [table('A', { deny: ['a'] }), table('B', {}), vars({ SVC_DENY: 'b,c' })]
  expect(valuesOf(leaf, sources)).toEqual([
    { kind: 'file', value: ['a'], source: 'A', location: 'deny in A' },
    { kind: 'env', value: ['b', 'c'], source: 'SVC_DENY', location: 'deny in environment variable SVC_DENY' },
  ])
})
