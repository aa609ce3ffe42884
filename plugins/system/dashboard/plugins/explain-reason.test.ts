import { expect, it } from 'vitest'
import en from '../locales/en.json' with { type: 'json' }
import { explainReason } from './explain-reason.js'

it.each([
  ['needs plugin SDK ^2.0; this program has 1.0.0', 'sdk', { range: '^2.0', version: '1.0.0' }],
  ['needs enrollment.agents', 'needs', { service: 'enrollment.agents' }],
  ['offers a.b, which the kernel already offers', 'offers', { service: 'a.b', other: 'the kernel' }],
  ['is part of a cycle: a needs b needs a', 'cycle', { circle: 'a needs b needs a' }],
  ['it cannot be imported: Unexpected token\nat x', 'import', { error: 'Unexpected token\nat x' }],
  ['setup took longer than 10 s', 'slow', { seconds: '10' }],
  ['plugins.disabled in the configuration', 'locked', {}],
  ['boom', 'other', { reason: 'boom' }],
  ['needs coffee, urgently', 'other', { reason: 'needs coffee, urgently' }],
])('%s', (reason, key, values) => {
  expect(explainReason(reason)).toEqual({ key, values })
  expect(Object.keys(en.plugins.why)).toContain(key)
})
