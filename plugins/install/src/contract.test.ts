import { describe, expect, it } from 'vitest'
import { availableMethods, pinnedReleases, scriptCommand } from './contract.ts'

const agent = { serverUrl: 'https://svc.example.com', code: 'CODE', overrides: { allow: [], deny: [] }, upgrades: null }
const key = `RWQ${'a+/Z9'.repeat(10)}bcd`

describe('the methods of a server', () => {
  it.each([
    [{ targets: [], images: [] }, []],
    [{ targets: ['linux-arm64'], images: [] }, ['linux', 'account']],
    [{ targets: ['windows-amd64'], images: ['linux-amd64'] }, ['windows', 'docker']],
    [{ targets: ['linux-amd64', 'darwin-arm64'], images: [] }, ['linux', 'macos', 'account']],
  ])('%j: %j', (available, methods) => {
    expect(availableMethods(available)).toEqual(methods)
  })
})

// Those for shells are run by test/install-script.test.ts.
it('PowerShell gets the code in a variable and capabilities as one text', () => {
  const overrides = { allow: ['terminal'], deny: ['upgrade'] }
  expect(scriptCommand('windows', { ...agent, overrides }).split('\n')).toEqual([
    '$env:SVC_ENROLLMENT_CODE = "CODE"',
    '& ([scriptblock]::Create((irm https://svc.example.com/install.ps1))) -Server "https://svc.example.com" -Capabilities "terminal,-upgrade"',
  ])
})

it('an IPv6 address is quoted', () => {
  expect(scriptCommand('linux', { ...agent, serverUrl: 'http://[2001:db8::1]:9527' })).toBe(
    "{ echo SVC_ENROLLMENT_CODE=CODE\n  curl -fsSLg 'http://[2001:db8::1]:9527/install.sh' || wget -qO- 'http://[2001:db8::1]:9527/install.sh'\n} | sudo sh -s -- --server 'http://[2001:db8::1]:9527'",
  )
})

describe('the release location of a host', () => {
  it.each([
    ['https://svc.example.com', null, undefined],
    ['https://svc.example.com', { url: null, key }, { url: 'https://svc.example.com/install', key }],
    [
      'https://svc.example.com',
      { url: 'https://get.example.com/svc', key: null },
      { url: 'https://get.example.com/svc' },
    ],
    // What the agent would refuse: no encryption, except on the host itself.
    ['http://svc.example.com', { url: null, key }, undefined],
    ['http://127.0.0.1:9527', { url: null, key }, { url: 'http://127.0.0.1:9527/install', key }],
    ['http://localhost.example.com', { url: null, key }, undefined],
    // What would need quotes.
    ['https://svc.example.com', { url: 'https://x/$(id)', key: null }, undefined],
    ['https://svc.example.com', { url: null, key: 'a key' }, undefined],
  ])('%s, %j: %j', (serverUrl, upgrades, expected) => {
    expect(pinnedReleases(serverUrl, upgrades)).toEqual(expected)
  })

  it('is in the command, except for a container', () => {
    const shown = { ...agent, upgrades: { url: null, key } }
    expect(scriptCommand('linux', shown)).toContain(
      `--server https://svc.example.com --releases https://svc.example.com/install --release-key ${key}`,
    )
    expect(scriptCommand('windows', shown)).toContain(
      `-Releases "https://svc.example.com/install" -ReleaseKey "${key}"`,
    )
    expect(scriptCommand('docker', shown)).not.toContain('--releases')
  })
})
