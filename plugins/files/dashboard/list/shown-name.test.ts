import { expect, it } from 'vitest'
import { isUnreadableName, shownName } from './shown-name.ts'

it('shows invisible characters of a name as symbols', () => {
  expect(shownName('a\nb\u007f')).toBe('a␊b␡')
  expect(shownName('invoice\u202efdp.exe')).toBe('invoice␦fdp.exe')
  expect(shownName('naïve 文件.txt')).toBe('naïve 文件.txt')
})

it('recognizes names that are not UTF-8', () => {
  expect(isUnreadableName('caf\ufffd')).toBe(true)
  expect(isUnreadableName('café')).toBe(false)
})
