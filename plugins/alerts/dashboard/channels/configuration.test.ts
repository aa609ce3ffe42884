import { secretMask } from '@svc/protocol'
import { describe, expect, it } from 'vitest'
import { addressesOf } from './email-form.tsx'
import { headersOf, isDuplicate, rowsOf } from './header-fields.tsx'

describe('headers', () => {
  it('convert to rows and back; empty rows are skipped', () => {
    const headers = { Authorization: secretMask, 'X-Team': 'ops' }
    const rows = [...rowsOf(headers), { key: 9, name: ' ', value: '' }]
    expect(headersOf(rows)).toEqual(headers)
    expect(rowsOf(undefined)).toEqual([])
  })

  it('are compared case-insensitively to find duplicates', () => {
    const rows = [
      { key: 0, name: 'X-Team', value: 'a' },
      { key: 1, name: 'x-team ', value: 'b' },
      { key: 2, name: '', value: '' },
      { key: 3, name: '', value: '' },
    ]
    expect(rows.map((row) => isDuplicate(rows, row))).toEqual([false, true, false, false])
  })
})

it('recipients are separated by lines, spaces, commas and semicolons', () => {
  expect(addressesOf(' a@x.io, b@x.io;c@x.io\n\nd@x.io，e@x.io ')).toEqual([
    'a@x.io',
    'b@x.io',
    'c@x.io',
    'd@x.io',
    'e@x.io',
  ])
})
