import { expect, it } from 'vitest'
import { defaultDenyPatterns, makeDenyPatterns } from './deny-patterns.ts'

it('`*` stands for any characters, anywhere', () => {
  const isDenied = makeDenyPatterns(['*.key', 'id_rsa*', 'exact', '*secret*', 'a*b*c', ''])
  for (const name of [
    'x.key',
    '.key',
    'id_rsa',
    'id_rsa.pub',
    'exact',
    'my-secrets',
    'secret',
    'abc',
    'a-b-c',
    'a\nb\nc',
  ])
    expect(isDenied(name), name).toBe(true)
  for (const name of ['key', 'x.keys', 'my-id_rsa', 'exactly', 'acb', 'ab', '', 'secre'])
    expect(isDenied(name), name).toBe(false)
  expect(makeDenyPatterns(['aa*aa'])('aaa')).toBe(false)
})

it('ignores case, composition and what is not visible', () => {
  const isDenied = makeDenyPatterns([...defaultDenyPatterns, 'café'])
  for (const name of ['PASSWD', 'Shadow', '.ENV', 'ſhadow', 'ｐasswd', 'pass\u200bwd', 'cafe\u0301', 'A.PEM'])
    expect(isDenied(name), name).toBe(true)
})
