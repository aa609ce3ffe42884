import { expect, test } from 'vitest'
import { fileNameOf } from './file-name.ts'

const bytes = (text: string) => new TextEncoder().encode(text).length

test('joins parts and omits empty ones', () => {
  expect(fileNameOf(['CPU of web-1', '24h', ''], 'csv')).toBe('CPU-of-web-1-24h.csv')
  expect(fileNameOf(['内存'], 'png')).toBe('内存.png')
})

test.each([
  ['../../etc/passwd', 'etc-passwd.csv'],
  ['a:b*c?"<>|\\d', 'a-b-c-d.csv'],
  ['.hidden.', 'hidden.csv'],
  ['24 h, in; out', '24-h-in-out.csv'],
  ['\u202Egnp.exe\u0000\n', 'gnp.exe.csv'],
  ['<script>alert(1)</script>', 'script-alert(1)-script.csv'],
  ['\uD800x', 'x.csv'],
  ['///', 'export.csv'],
  ['', 'export.csv'],
])('%j is safe', (part, name) => expect(fileNameOf([part], 'csv')).toBe(name))

test('truncates long parts to fit the file system limit', () => {
  const name = fileNameOf(['\u{1F5A5}'.repeat(500), 'x'.repeat(500), '24h'], 'csv')
  expect(bytes(name)).toBeLessThan(255)
  expect(name).toMatch(/^(\u{1F5A5})+-x+-24h\.csv$/u)
})
