import { Type } from '@sinclair/typebox'
import { parse } from 'smol-toml'
import { expect, it } from 'vitest'
import { mergeFragments } from './fragment.ts'
import type { Source } from './sources.ts'
import { unknownKeys } from './unknown-keys.ts'

const log = { owner: 'the program', schema: Type.Object({ log: Type.Object({ level: Type.String() }) }) }
const probe = {
  owner: 'probe',
  schema: Type.Object({ count: Type.Integer(), extra: Type.Unknown() }),
  prefix: ['plugins', 'disk-probe'],
}
const leaves = mergeFragments([log, probe])
const none = { plugins: [], tables: [] }
const file = (toml: string): Source => ({ kind: 'file', name: 'A', table: parse(toml) })

it('reports undeclared keys and variables with the closest match', () => {
  const toml = '[log]\nlevle = 1\n[plugins.disk-probe]\ncount = 1\nextra = { any = 1 }\n[__proto__]\na = 1\n[empty]'
  const env = { SVC_LOG__LEVLE: 'x', SVC_log__level: 'x', SVC_PLUGINS__DISK_PROBE__COUNT: '1', SVC_ENTIRELY__OTHER: '' }
  expect(unknownKeys(leaves, [file(toml), { kind: 'env', vars: env }], none)).toEqual([
    'unknown configuration key log.levle in A; did you mean log.level?',
    'unknown configuration key __proto__.a in A',
    'unknown environment variable SVC_LOG__LEVLE; did you mean SVC_LOG__LEVEL?',
    'unknown environment variable SVC_log__level; did you mean SVC_LOG__LEVEL?',
    'unknown environment variable SVC_ENTIRELY__OTHER',
  ])
})

it('ignores the tables of unloaded plugins and mentions those plugins elsewhere', () => {
  const unloaded = { plugins: ['disk-check'], tables: ['plugins.disk-check'] }
  const env = { SVC_PLUGINS__DISK_CHECK__A: '1', SVC_OTHER: '1' }
  const sources: Source[] = [file('other = 1\n[plugins.disk-check]\na = 1\nb.c = 1'), { kind: 'env', vars: env }]
  const note = ' (it may belong to a plugin that is not loaded: disk-check)'
  expect(unknownKeys(leaves, sources, unloaded)).toEqual([
    `unknown configuration key other in A${note}`,
    `unknown environment variable SVC_OTHER${note}`,
  ])
})

it.each([
  ['the same key', Type.Object({ log: Type.Object({ level: Type.String() }) }), 'log.level'],
  [
    'a section of a key',
    Type.Object({ log: Type.Object({ level: Type.Object({ a: Type.String() }) }) }),
    'log.level.a',
  ],
  ['a key over a section', Type.Object({ log: Type.String() }), 'log'],
])('two owners may not declare %s', (_, schema, path) => {
  expect(() => mergeFragments([log, { owner: 'other', schema }])).toThrow(
    `the program and other both declare the configuration key ${path}`,
  )
})
