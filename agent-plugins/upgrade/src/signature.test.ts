import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Host, makeHost, programOf } from '../test/host.ts'
import { isSigned, parseReleaseKey, type ReleaseKey } from './signature.ts'

// Keys and signatures are made by minisign itself.
const folder = mkdtempSync(join(tmpdir(), 'svc-minisign-'))
afterAll(() => rmSync(folder, { recursive: true }))

function makeKey(name: string): string {
  const path = join(folder, name)
  execFileSync('minisign', ['-G', '-W', '-p', `${path}.pub`, '-s', path], { stdio: 'ignore' })
  return readFileSync(`${path}.pub`, 'utf8').split('\n')[1] ?? ''
}

function sign(content: string, key: string): string {
  const path = join(folder, 'signed')
  writeFileSync(path, content)
  execFileSync('minisign', ['-S', '-s', join(folder, key), '-m', path, '-t', 'svc 2.0.0'])
  return readFileSync(`${path}.minisig`, 'utf8')
}

let ours: string
let theirs: string
beforeAll(() => {
  ours = makeKey('ours')
  theirs = makeKey('theirs')
})

it('accepts what minisign signed with the key, and nothing else', () => {
  const key = parseReleaseKey(ours) as ReleaseKey
  const list = 'the list\n'
  const signature = sign(list, 'ours')
  expect(isSigned(list, signature, key)).toBe(true)
  expect(isSigned(`${list}more`, signature, key)).toBe(false)
  expect(isSigned(list, signature.replace('svc 2.0.0', 'svc 3.0.0'), key)).toBe(false)
  expect(isSigned(list, sign(list, 'theirs'), key)).toBe(false)
  expect(isSigned(list, signature, parseReleaseKey(theirs) as ReleaseKey)).toBe(false)
  for (const broken of ['', '<html>', signature.split('\n').slice(0, 2).join('\n')])
    expect(isSigned(list, broken, key)).toBe(false)
})

it.each(['', 'a key', 'RWQ=', Buffer.alloc(42).toString('base64')])('%j is no key', (text) => {
  expect(parseReleaseKey(text)).toBeUndefined()
})

describe('a host with a key', () => {
  const candidate = programOf('2.0.0')
  const list = '/releases/download/v2.0.0/checksums.txt'
  let host: Host
  afterEach(() => host.close())

  async function upgrade(signedBy?: string) {
    host = await makeHost({ releaseKey: ours })
    host.write(programOf('1.0.0'))
    host.publish('2.0.0', candidate)
    if (signedBy) host.files.set(`${list}.minisig`, sign(`${host.files.get(list)}`, signedBy))
    host.start()
    await host.agent('1.0.0')
    host.upgrade('2.0.0')
  }

  it('installs a signed release', async () => {
    await upgrade('ours')
    await host.wait(() => expect(host.record()?.phase).toBe('confirmed'))
    expect(host.text()).toBe(candidate)
  })

  it.each([
    ['that is not signed', undefined, 'responded with status 404'],
    ['that somebody else signed', 'theirs', 'checksums.txt is not signed by upgrade.release_key'],
  ])('refuses a release %s', async (_, signedBy, error) => {
    await upgrade(signedBy)
    await host.wait(() => expect(host.results()).toHaveLength(1))
    expect(host.results()[0]).toMatchObject({ stage: 'verifying', error: expect.stringContaining(error) })
    expect(host.text()).toBe(programOf('1.0.0'))
    await host.agent('1.0.0')
  })
})
