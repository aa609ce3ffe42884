import { expect, it } from 'vitest'
import { isOwnRequest } from './is-own-request.ts'

const own = { host: 'localhost:5173' }

it.each<[string, Record<string, string>, boolean]>([
  ['the page', { ...own, origin: 'http://localhost:5173', 'sec-fetch-site': 'same-origin' }, true],
  ['a tool', own, true],
  ['an address that somebody typed', { ...own, 'sec-fetch-site': 'none' }, true],
  ['a page of another site', { ...own, origin: 'https://evil.example' }, false],
  ['a page of another port', { ...own, origin: 'http://localhost:5174' }, false],
  ['a page that hides where it is from', { ...own, origin: 'null' }, false],
  ['a picture in a page of another site', { ...own, 'sec-fetch-site': 'cross-site' }, false],
  ['a neighbour', { ...own, 'sec-fetch-site': 'same-site' }, false],
  ['a name that leads here', { host: 'evil.example:5173', origin: 'http://evil.example:5173' }, false],
  ['no host', {}, false],
  ['a host that is none', { host: 'a b' }, false],
])('%s: %j %s', (_, headers, expected) => expect(isOwnRequest(headers, 'localhost')).toBe(expected))
