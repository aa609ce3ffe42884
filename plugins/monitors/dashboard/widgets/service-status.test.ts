import type { Monitor } from '@svc/plugin-monitors/contract'
import type { ServiceMonitor } from '@svc/widget-sdk'
import { expect, expectTypeOf, it } from 'vitest'
import { monitor } from '../testing/monitor.ts'
import widget, { selectMonitors } from './service-status.tsx'

const all = [
  monitor('shop'),
  monitor('mail', { last_status: false, consecutive_failures: 5 }),
  monitor('app', { last_status: true }),
  monitor('old', { enabled: false }),
]

it.each([
  [[], ['mail', 'app', 'shop', 'old'], 0],
  [['old', 'shop', 'shop'], ['shop', 'old'], 0],
  [['shop', 'x', 'y'], ['shop'], 2],
  [['x'], [], 1],
] as [string[], string[], number][])('selection %o shows %o', (ids, selected, missing) => {
  expect(selectMonitors(all, ids)).toMatchObject({ selected: selected.map((id) => ({ id })), missing })
})

it('the hook returns the fields of the API', () => {
  expectTypeOf<Monitor>().toExtend<ServiceMonitor>()
  expectTypeOf<Exclude<keyof Monitor, keyof ServiceMonitor>>().toEqualTypeOf<'config_json' | 'server_ids_json'>()
})

it.each([
  [{}, { monitor_ids: [] }],
  [{ monitor_ids: ['a', 'b'], is_static: true }, { monitor_ids: ['a', 'b'] }],
])('accepts the configuration %o', (config, parsed) => expect(widget.configSchema.parse(config)).toEqual(parsed))

it.each([{ monitor_ids: 'a' }, { monitor_ids: [''] }, { monitor_ids: Array(401).fill('a') }])(
  'rejects the configuration %o',
  (config) => expect(widget.configSchema.safeParse(config).success).toBe(false),
)
