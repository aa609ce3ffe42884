import { describe, expect, test } from 'vitest'
import { digitsOf, groupsOf, isComplete, isMisplacedRecoveryCode, isRecoveryCode, recoveryCodeOf } from './codes.ts'

test.each([
  ['123456', '123456'],
  [' 123 456\n', '123456'],
  ['123-456', '123456'],
  ['１２３４５６', '123456'],
  ['1234567', '123456'],
  ['12a', '12'],
  ['', ''],
])('extracts the digits of %j', (typed, digits) => {
  expect(digitsOf(typed)).toBe(digits)
  expect(isComplete(digits)).toBe(digits.length === 6)
})

describe('recovery codes', () => {
  test.each(['0123-4567-89ab-cdef', '0123456789ABCDEF', ' 0123 4567 89ab cdef ', 'oooo-iiii-llll-zzzz'])(
    '%j',
    (code) => {
      expect(isRecoveryCode(code)).toBe(true)
    },
  )
  test.each(['', '123456', '0123-4567-89ab-cde', '0123-4567-89ab-cdeu', '0123-4567-89ab-cdef-0'])('not %j', (code) => {
    expect(isRecoveryCode(code)).toBe(false)
  })
  test('detects one in the field for digits by its letters', () => {
    expect(isMisplacedRecoveryCode('0123-4567-89ab-cdef')).toBe(true)
    expect(isMisplacedRecoveryCode('0123-4567-8901-2345')).toBe(false)
    expect(isMisplacedRecoveryCode('123456')).toBe(false)
  })
  test('are formatted in four groups; other input stays as typed, but bounded', () => {
    expect(recoveryCodeOf(' 0123456789ABCDEF')).toBe('0123-4567-89ab-cdef')
    expect(recoveryCodeOf('0123-45')).toBe('0123-45')
    expect(recoveryCodeOf('x'.repeat(500))).toHaveLength(48)
  })
})

test('splits text into groups', () => {
  expect(groupsOf('ABCDEFGHIJ')).toEqual(['ABCD', 'EFGH', 'IJ'])
  expect(groupsOf('')).toEqual([])
  expect(groupsOf('abcdef', 3)).toEqual(['abc', 'def'])
})
