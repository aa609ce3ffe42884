import { expect, it } from 'vitest'
import { environmentOf, withoutEnvironment } from './environment.ts'

const container = { Id: 'a', Config: { Env: ['PATH=/bin:/x=y', 'EMPTY=', 'BARE', 7], Cmd: ['sh'] } }

it('the environment is a list of names and values', () => {
  expect(environmentOf(container)).toEqual([
    { name: 'BARE', value: '' },
    { name: 'EMPTY', value: '' },
    { name: 'PATH', value: '/bin:/x=y' },
  ])
})

it('and is not in the rest', () => {
  expect(withoutEnvironment(container)).toEqual({ Id: 'a', Config: { Cmd: ['sh'] } })
})

it.each([{}, { Config: null }, { Config: { Env: 'x' } }])('%o has none', (given) => {
  expect(environmentOf(given)).toEqual([])
  expect(withoutEnvironment(given)).toBeTruthy()
})
