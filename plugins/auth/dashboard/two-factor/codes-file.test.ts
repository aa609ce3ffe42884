import { expect, test } from 'vitest'
import { codesFile, codesFileName } from './codes-file.ts'

test('lists one code per line below the heading', () => {
  expect(codesFile({ heading: 'Codes of svc', account: 'ada at x', hint: 'Once each.', codes: ['a-b', 'c-d'] })).toBe(
    'Codes of svc\nada at x\n\nOnce each.\n\na-b\nc-d\n',
  )
})

test.each([
  ['svc.example.com', 'recovery-codes-svc.example.com.txt'],
  ['127.0.0.1', 'recovery-codes-127.0.0.1.txt'],
  ['[::1]', 'recovery-codes-1.txt'],
  ['[2001:db8::2]', 'recovery-codes-2001-db8-2.txt'],
])('file name for %s', (host, name) => {
  expect(codesFileName(host)).toBe(name)
})
