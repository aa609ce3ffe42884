import { type TSchema, Type } from '@sinclair/typebox'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeDecoder } from './decode.ts'
import { defineMessage, encode } from './message.ts'
import { Report } from './report.ts'
import { f64, i32, i64, nullable, nullish, optional, str, u8, u16, u32, u64 } from './types.ts'

const Sample = defineMessage('sample_message', {
  name: str(),
  count: u32(),
  note: nullish(str()),
  must: nullable(str()),
  tags: optional(Type.Array(str())),
})
const Empty = defineMessage('empty', {})
const decode = makeDecoder([Sample, Empty])
const fine = { type: 'sample_message', name: 'x', count: 1, must: null }
const text = (changes: object = {}) => JSON.stringify({ ...fine, ...changes })

describe('makeDecoder', () => {
  it('returns the message and its payload', () => {
    expect(decode(text())).toEqual({ kind: 'message', message: Sample, matches: [Sample], payload: fine })
    expect(decode('{"type":"empty"}')).toMatchObject({ kind: 'message', message: Empty })
  })

  it.each(['sample_message', 'SampleMessage'])('accepts the type %s', (type) => {
    expect(decode(text({ type }))).toMatchObject({ kind: 'message', message: Sample })
  })

  it('knows every definition of a type that a frame matches', () => {
    const Strict = defineMessage('shared', { name: str() })
    const Loose = defineMessage('shared', {})
    const both = makeDecoder([Strict, Loose, Strict])
    expect(both('{"type":"shared","name":"x"}')).toMatchObject({ message: Strict, matches: [Strict, Loose] })
    expect(both('{"type":"shared","name":5}')).toMatchObject({ message: Loose, matches: [Loose] })
    expect(makeDecoder([Strict])('{"type":"shared","name":5}')).toMatchObject({ kind: 'invalid', payload: { name: 5 } })
  })

  it('accepts unknown fields and `type` in any position', () => {
    const frame = '{"name":"x","newer":{"deep":[1]},"must":null,"count":1,"type":"sample_message"}'
    expect(decode(frame)).toMatchObject({ kind: 'message', payload: { newer: { deep: [1] } } })
  })

  it.each([{}, { note: null }, { note: 'a' }, { tags: [] }, { tags: ['a'] }, { must: 'a' }, { count: 4_294_967_295 }])(
    'accepts %j',
    (changes) => {
      expect(decode(text(changes)).kind).toBe('message')
    },
  )

  it.each([
    [{ name: 5 }, '/name'],
    [{ name: null }, '/name'],
    [{ name: undefined }, '/name'],
    [{ must: undefined }, '/must'],
    [{ note: 5 }, '/note'],
    [{ tags: null }, '/tags'],
    [{ tags: ['a', 5] }, '/tags/1'],
    [{ count: -1 }, '/count'],
    [{ count: 5.5 }, '/count'],
    [{ count: '5' }, '/count'],
    [{ count: 4_294_967_296 }, '/count'],
  ])('rejects %j and reports the field, not its value', (changes, path) => {
    expect(decode(text(changes))).toMatchObject({ kind: 'invalid', type: 'sample_message', path })
  })

  it.each(['', '{', 'null', '5', '"type"', '[]', '[{"type":"empty"}]', '{}', '{"type":5}', '{"type":null}', '\u0000'])(
    'treats %j as malformed',
    (frame) => {
      expect(decode(frame)).toEqual({ kind: 'malformed' })
    },
  )

  it('treats deep nesting as malformed, without parsing it', () => {
    const nested = (levels: number) => `{"type":"empty","x":${'['.repeat(levels)}${']'.repeat(levels)}}`
    expect(decode(nested(63)).kind).toBe('message')
    expect(decode(nested(64))).toEqual({ kind: 'malformed' })
  })

  it.each(['news', 'toString', '__proto__', 'EMPTY', 'Sample_Message', ''])('treats the type %j as unknown', (type) => {
    expect(decode(JSON.stringify({ type }))).toEqual({ kind: 'unknown', type, payload: { type } })
  })

  it('never throws on arbitrary input', () => {
    fc.assert(fc.property(fc.string(), (frame) => ['malformed', 'unknown'].includes(decode(frame).kind)))
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (members) => {
        const { kind } = decode(JSON.stringify({ ...members, type: 'sample_message' }))
        expect(['message', 'invalid']).toContain(kind)
      }),
    )
    expect(decode('['.repeat(200_000)).kind).toBe('malformed')
  })

  it('decodes what `encode` produces', () => {
    const payload = { name: '\u{1F600}"\\\n', count: 7, must: null, note: null, tags: ['a'] }
    expect(decode(encode(Sample, payload))).toEqual({
      kind: 'message',
      matches: [Sample],
      message: Sample,
      payload: { type: 'sample_message', ...payload },
    })
  })
})

describe('numbers', () => {
  const accepts = (schema: TSchema, value: string) =>
    makeDecoder([defineMessage('n', { value: schema })])(`{"type":"n","value":${value}}`).kind === 'message'

  it.each([
    ['u8', u8(), ['0', '255'], ['-1', '256', '1.5', 'null', '"1"']],
    ['u16', u16(), ['65535'], ['65536']],
    ['u32', u32(), ['4294967295'], ['4294967296']],
    ['u64', u64(), ['0', '9007199254740991', '1e3'], ['-1', '0.5']],
    ['i32', i32(), ['-2147483648', '2147483647'], ['2147483648', '-2147483649']],
    ['i64', i64(), ['-9007199254740991', '0'], ['0.1']],
    ['f64', f64(), ['0', '5', '-0.5', '1e300'], ['null', '"5"', 'true']],
  ])('%s', (_, schema, good, bad) => {
    for (const value of good) expect([value, accepts(schema, value)]).toEqual([value, true])
    for (const value of bad) expect([value, accepts(schema, value)]).toEqual([value, false])
  })

  it('that JSON cannot represent become null and invalidate the report', () => {
    const members = Object.fromEntries(Object.keys(Report.schema.properties).map((name) => [name, 0]))
    const text = JSON.stringify({ ...members, type: 'report', disk_io: null, gpu: null, cpu: Number.NaN })
    expect(makeDecoder([Report])(text)).toMatchObject({ kind: 'invalid', type: 'report', path: '/cpu' })
  })
})
