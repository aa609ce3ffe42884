import { describe, expect, test } from 'vitest'
import { characterCount, passwordStrength } from './password-strength.ts'

describe('passwordStrength', () => {
  test('counts characters, not code units', () => {
    expect(characterCount('🔑🔑🔑🔑')).toBe(4)
    expect(passwordStrength('🔑🔑🔑🔑')).toBe(0)
  })
  test('fewer than eight characters are too short', () => {
    expect(passwordStrength('')).toBe(0)
    expect(passwordStrength('aZ9$kQ!')).toBe(0)
  })
  test.each(['aaaaaaaaaaaa', '12345678', 'abcdefghijkl', '87654321'])('%s is weak', (password) => {
    expect(passwordStrength(password)).toBe(1)
  })
  test('ignores the username', () => {
    expect(passwordStrength('administrator', 'administrator')).toBe(1)
    expect(passwordStrength('administrator')).toBeGreaterThan(1)
  })
  test('rates length and variety', () => {
    expect(passwordStrength('correct horse battery staple')).toBe(4)
    expect(passwordStrength('v7#Kq9!mZx2&')).toBe(4)
    expect(passwordStrength('sunflower')).toBeLessThan(passwordStrength('sunflower-Kite-52'))
  })
})
