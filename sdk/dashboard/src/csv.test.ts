import { expect, it } from 'vitest'
import { toCsv } from './csv.ts'

it('quotes special characters', () => {
  expect(toCsv([['a', 'b,c', 'say "x"', 'two\nlines', '']])).toBe('\uFEFFa,"b,c","say ""x""","two\nlines",\r\n')
})

it('escapes formulas', () => {
  for (const text of ['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '＝1', '＋1', '－1', '＠1'])
    expect(toCsv([[text]])).toBe(`\uFEFF'${text}\r\n`)
  expect(toCsv([['=HYPERLINK("x")']])).toBe(`\uFEFF"'=HYPERLINK(""x"")"\r\n`)
})

it('writes null and non-finite numbers as empty cells', () => {
  expect(toCsv([[null, Number.NaN, Number.POSITIVE_INFINITY]])).toBe('\uFEFF,,\r\n')
})

it('writes numbers unchanged', () => {
  expect(toCsv([['-1', '-0.5', '2']])).toBe('\uFEFF-1,-0.5,2\r\n')
  expect(toCsv([[-1e-7, 1e21, 2 ** 53, -0.5]])).toBe('\uFEFF-1e-7,1e+21,9007199254740992,-0.5\r\n')
})
