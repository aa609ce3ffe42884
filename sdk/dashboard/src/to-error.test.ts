import { expect, it } from 'vitest'
import { toError } from './to-error.ts'

it('returns errors unchanged', () => {
  class Special extends Error {}
  const error = new Special('no luck')
  expect(toError(error)).toBe(error)
})

const circle: { self?: unknown } = {}
circle.self = circle
const silent = { toJSON: () => undefined }
const trap = new Proxy(
  {},
  {
    get: () => {
      throw new Error('trap')
    },
  },
)
const throwingMessage = Object.defineProperty(new Error(), 'message', {
  get: () => {
    throw new Error('trap')
  },
})

it.each<[string, unknown, string]>([
  ['a text', 'no luck', 'no luck'],
  ['nothing', undefined, 'undefined'],
  ['null', null, 'null'],
  ['a symbol', Symbol('s'), 'Symbol(s)'],
  ['an object', { code: 5 }, '{"code":5}'],
  ['an object without a prototype', Object.assign(Object.create(null), { code: 5 }), '{"code":5}'],
  ['an object with a text that throws', { toString: () => JSON.parse('{') }, '{}'],
  ['an object that contains itself', circle, 'thrown object without a message'],
  ['an object without a text', silent, 'object'],
  ['a proxy that throws', trap, 'thrown object without a message'],
  ['an error with an object for its message', Object.assign(new Error(), { message: { code: 5 } }), '{"code":5}'],
  ['an error whose message throws', throwingMessage, 'thrown object without a message'],
])('converts %s', (_, thrown, text) => {
  const { message, cause } = toError(thrown)
  expect([message, cause === thrown]).toEqual([text, true])
})
