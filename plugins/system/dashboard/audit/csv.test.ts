import { expect, it } from 'vitest'
import { toCsv } from './csv.js'
import { entryRows } from './entry-rows.js'

it('quotes what would break a row', () => {
  expect(toCsv([['a', 'b,c', 'say "x"', 'two\nlines', '']])).toBe('\uFEFFa,"b,c","say ""x""","two\nlines",\r\n')
})

it('lets no spreadsheet run what somebody typed as a user name', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1']) expect(toCsv([[text]])).toBe(`\uFEFF'${text}\r\n`)
  expect(toCsv([['=HYPERLINK("x")']])).toBe(`\uFEFF"'=HYPERLINK(""x"")"\r\n`)
})

it('writes codes beside texts', () => {
  const entry = {
    id: 7,
    user_id: 'u',
    user_label: 'root',
    action: 'login',
    detail: null,
    ip: '::1',
    created_at: '2026-01-31T12:00:00Z',
  }
  const [head, row] = entryRows([entry], () => 'Signed in')
  expect(row).toEqual(['7', '2026-01-31T12:00:00Z', 'login', 'Signed in', 'u', 'root', '::1', ''])
  expect(row).toHaveLength(head?.length ?? 0)
})
