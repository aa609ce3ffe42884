import { expect, it } from 'vitest'
import { makeEntry } from '../testing/entry.ts'
import { sortEntries } from './sort-entries.ts'

const entries = [
  makeEntry('file10', { size: 5 }),
  makeEntry('File2', { size: 5, modified: 9 }),
  makeEntry('zoo/'),
  makeEntry('a/', { size: 4096 }),
]
const sorted = (by: string, direction: 'asc' | 'desc') =>
  sortEntries(entries, { by, direction }).map(({ name }) => name)

it('sorts numbers in names by their value, folders first', () => {
  expect(sorted('name', 'asc')).toEqual(['a', 'zoo', 'File2', 'file10'])
  expect(sorted('name', 'desc')).toEqual(['zoo', 'a', 'file10', 'File2'])
})

it('sorts by size and time, then by name', () => {
  expect(sorted('size', 'desc')).toEqual(['a', 'zoo', 'file10', 'File2'])
  expect(sorted('modified', 'asc')).toEqual(['a', 'zoo', 'File2', 'file10'])
})

it('sorts by name for an unknown column', () => {
  expect(sorted('constructor', 'asc')).toEqual(sorted('name', 'asc'))
})
