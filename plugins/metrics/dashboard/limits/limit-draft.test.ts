import type { HealthLimitsView } from '@svc/plugin-metrics/contract'
import { expect, it } from 'vitest'
import { defaultsOf, draftOf, inputOf, problemsOf } from './limit-draft.ts'

const view = {
  disk: {
    warning: 80.5,
    critical: null,
    unit: 'percent',
    below: false,
    max: 100,
    default: { warning: 90, critical: 95 },
  },
} as unknown as HealthLimitsView

it('is written as numbers, and empty where a level is switched off', () => {
  expect(draftOf(view)).toEqual({ disk: { warning: '80.5', critical: '' } })
  expect(defaultsOf(view)).toEqual({ disk: { warning: '90', critical: '95' } })
  expect(inputOf({ disk: { warning: ' 80,5 ', critical: '' } })).toEqual({ disk: { warning: 80.5, critical: null } })
})

it.each(['x', '-1', '1e3', '1.', '9 0'])('does not take %j for a number', (warning) => {
  expect(problemsOf({ disk: { warning, critical: '' } })).toEqual({ 'disk.warning': 'limits.number' })
})

it('has no problems with numbers', () => {
  expect(problemsOf({ disk: { warning: '90', critical: '0' } })).toEqual({})
})
