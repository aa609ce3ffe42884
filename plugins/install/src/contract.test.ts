import { describe, expect, it } from 'vitest'
import { availableMethods, scriptCommand } from './contract.ts'

const agent = { serverUrl: 'https://svc.example.com', code: 'CODE', overrides: { allow: [], deny: [] } }

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
