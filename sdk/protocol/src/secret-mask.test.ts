import { expect, it } from 'vitest'
import { secretMask as mask, maskQuery } from './secret-mask.ts'

it.each([
  ['https://example.com/a=b&c', 'https://example.com/a=b&c'],
  ['https://example.com/?token=abc&b=c=d', `https://example.com/?token=${mask}&b=${mask}`],
  ['https://example.com/?abc&empty=&#frag=x?y=z', `https://example.com/?${mask}&empty=&#frag=${mask}`],
  ['example.com?a=1\n2', `example.com?a=${mask}`],
  ['example.com:443', 'example.com:443'],
])('masks the values in the query of %s', (url, masked) => expect(maskQuery(url)).toBe(masked))
