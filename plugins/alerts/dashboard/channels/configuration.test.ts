import { secretMask } from '@svc/protocol'
import { describe, expect, it } from 'vitest'
import { addressesOf } from './email-form.tsx'
import { headersOf, isTwice, rowsOf } from './header-rows.ts'
import { isMasked } from './secret-field.tsx'

describe('headers', () => {
  it('become rows and headers again; rows that are not begun are left out', () => {
    const headers = { Authorization: secretMask, 'X-Team': 'ops' }
    const rows = [...rowsOf(headers), { key: 9, name: ' ', value: '' }]
    expect(headersOf(rows)).toEqual(headers)
    expect(rowsOf(undefined)).toEqual([])
  })

  it('that are there twice are told, however they are written', () => {
    const rows = [
      { key: 0, name: 'X-Team', value: 'a' },
      { key: 1, name: 'x-team ', value: 'b' },
      { key: 2, name: '', value: '' },
      { key: 3, name: '', value: '' },
    ]
    expect(rows.map((row) => isTwice(rows, row))).toEqual([false, true, false, false])
  })
})

it('recipients are told apart by lines, spaces, commas and semicolons', () => {
  expect(addressesOf(' a@x.io, b@x.io;c@x.io\n\nd@x.io，e@x.io ')).toEqual([
    'a@x.io',
    'b@x.io',
    'c@x.io',
    'd@x.io',
    'e@x.io',
  ])
})

it('a mask is a mask with what may be seen before it', () => {
  expect([secretMask, `https://example.com/${secretMask}`, 'typed', undefined, 5].map(isMasked)).toEqual([
    ...[true, true],
    ...[false, false, false],
  ])
})
