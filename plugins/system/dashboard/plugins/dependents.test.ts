import { expect, it } from 'vitest'
import { view } from '../testing/view.ts'
import { dependentsOf } from './dependents.ts'

const alerts = view('alerts', { requires: ['metrics.latest'], provides: ['alerts.rules'] })
const metrics = view('metrics', { provides: ['metrics.latest'] })
const mail = view('mail', { requires: ['alerts.rules'] })
const off = view('off', { requires: ['metrics.latest'], state: 'disabled' })
const all = [mail, alerts, metrics, off]

it('finds direct and transitive dependents', () => {
  expect(dependentsOf(metrics, all).map(({ id }) => id)).toEqual(['alerts', 'mail'])
  expect(dependentsOf(alerts, all)).toEqual([mail])
  expect(dependentsOf(mail, all)).toEqual([])
})
