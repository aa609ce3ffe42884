import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { networksOverlap, parseNetwork } from '@svc/probe-target'
import { afterAll, expect, it } from 'vitest'
import { makeProtections } from './read-protections.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-protections-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What protects a range on a host with these files and this server. */
async function protectionOf(target: string, serverUrl: string, sessions: Readonly<Record<string, string>> = {}) {
  const logind = mkdtempSync(join(folder, 'sessions-'))
  for (const [name, text] of Object.entries(sessions)) writeFileSync(join(logind, name), text)
  const proc = join(folder, 'proc')
  mkdirSync(proc, { recursive: true })
  const never = await makeProtections(serverUrl, [], { proc, logind, resolv: join(folder, 'missing') })()
  const network = parseNetwork(target)
  return network && never.find((each) => networksOverlap(each.network, network))?.what
}

it.each([
  ['203.0.113.5/32', 'http://203.0.113.5:9527'],
  ['203.0.113.0/24', 'https://203.0.113.5/svc'],
  // The same address in the notation of IPv6.
  ['203.0.113.5/32', 'http://[::ffff:203.0.113.5]:9527'],
  ['::ffff:203.0.113.5', 'http://203.0.113.5'],
  ['2001:db8::/32', 'https://[2001:DB8::5]'],
])('%s is not blocked on hosts of %s', async (target, url) => {
  expect(await protectionOf(target, url)).toBe('the address of the server')
})

it('of sessions that logind knows, addresses count and names do not', async () => {
  const url = 'http://203.0.113.5'
  const session = (host: string) => ({ c1: `REMOTE=1\nREMOTE_HOST=${host}\nSTATE=active\n` })
  const what = 'an address from which somebody is signed in to this host'
  expect(await protectionOf('198.51.100.7', url, session('198.51.100.7'))).toBe(what)
  expect(await protectionOf('198.51.100.7', url, session('::ffff:198.51.100.7'))).toBe(what)
  expect(await protectionOf('2001:db8::7', url, session('2001:db8::7'))).toBe(what)
  // Whoever owns an address chooses its name.
  expect(await protectionOf('198.51.100.7', url, session('198.51.100.7.attacker.example'))).toBeUndefined()
  expect(await protectionOf('198.51.100.8', url, session('198.51.100.7'))).toBeUndefined()
})
