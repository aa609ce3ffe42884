import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { reasonText } from './reason-text.ts'

const texts: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(new URL('../../locales/en.json', import.meta.url), 'utf8'),
)
const t = (key: string, params: object = {}) => {
  const [group = '', name = ''] = key.split('.')
  const text = texts[group]?.[name]
  if (text === undefined) throw new Error(`${key} has no text`)
  return text.replace(/\{\{(\w+)\}\}/g, (_, param: string) => String(Reflect.get(params, param)))
}

it.each([
  ['it is not an address or range', 'Not an address or range'],
  ['the range is larger than /8', 'The range is larger than /8'],
  ['it overlaps 10.0.0.0/8, which is never blocked', 'Overlaps 10.0.0.0/8, which is never blocked'],
  ['it overlaps the allow list of this host', 'Overlaps the allow list of this host'],
  ['it overlaps the address of the server', 'Overlaps the address of the monitoring server'],
  [
    'it overlaps an address from which somebody is signed in to this host',
    'Someone is signed in to this host from there',
  ],
  ['it overlaps an address of this host', 'Overlaps an address of this host'],
  ['it overlaps a gateway of this host', 'Overlaps a gateway of this host'],
  ['it overlaps a name server of this host', 'Overlaps a name server of this host'],
  ['it expired', 'Expired'],
  [
    'the connection to the server was lost after it was applied',
    'The connection to the server was lost after it was applied',
  ],
  ['restored: the rules were changed on the host', 'Restored: the rules were changed on the host'],
  // of other agents, and of the packet filter
  ['Error: No buffer space available', 'Error: No buffer space available'],
  ['it overlaps something new', 'it overlaps something new'],
])('%s', (reason, text) => expect(reasonText(reason, t as never)).toBe(text))
