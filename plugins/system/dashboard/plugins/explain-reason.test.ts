import { expect, it } from 'vitest'
import en from '../../locales/en.json' with { type: 'json' }
import { explainReason } from './explain-reason.ts'

it.each([
  ['needs plugin SDK ^2.0; this program has 1.0.0', 'sdk', { range: '^2.0', version: '1.0.0' }],
  ['needs enrollment.agents', 'needs', { service: 'enrollment.agents' }],
  ['offers a.b, which the kernel already offers', 'offers', { service: 'a.b', other: 'the kernel' }],
  ['is part of a cycle: a needs b needs a', 'cycle', { circle: 'a needs b needs a' }],
  ['it cannot be imported: Unexpected token\nat x', 'import', { error: 'Unexpected token\nat x' }],
  [
    'its default export is not the plugin hello: the definition has no setup',
    'entry',
    { id: 'hello', error: 'the definition has no setup' },
  ],
  ['migration 001-x failed: near "TABEL"', 'migration', { name: '001-x', error: 'near "TABEL"' }],
  ['setup() failed: boom', 'setup', { error: 'boom' }],
  ['route GET /api/servers belongs to enrollment', 'route', { route: 'GET /api/servers', other: 'enrollment' }],
  ['its package.json names no valid svc.sdk range, such as ^1.0', 'range', { example: '^1.0' }],
  [
    'its id alerts-x begins like alerts, whose tables it would claim; let it begin with another word',
    'near',
    { id: 'alerts-x', other: 'alerts' },
  ],
  ['version 2.0.0 is installed; restart the server to use it', 'waits', { version: '2.0.0' }],
  ['setup() timed out after 10 s', 'slow', { seconds: '10' }],
  ['plugins.disabled in the configuration', 'locked', {}],
  ['boom', 'other', { reason: 'boom' }],
  ['needs coffee, urgently', 'other', { reason: 'needs coffee, urgently' }],
])('%s', (reason, key, values) => {
  expect(explainReason(reason)).toEqual({ key, values })
  expect(Object.keys(en.plugins.why)).toContain(key)
})
