import { expect, it } from 'vitest'
import { describeSocketError } from './privilege.ts'

const failing = (code: string, syscall = 'socket') => Object.assign(new Error(`${code}: ${syscall}`), { code, syscall })
const sentence = (error: Error, platform?: NodeJS.Platform) => (describeSocketError(error, platform) as Error).message

it('a missing privilege comes with what to do about it, on each platform', () => {
  expect(sentence(failing('EPERM'))).toContain('CAP_NET_RAW')
  expect(sentence(failing('EACCES'))).toContain('run the agent as root')
  expect(sentence(failing('ENOTSUP'), 'darwin')).toContain('on macOS as root')
  expect(sentence(failing('ENOTSUP'), 'win32')).toContain('on Windows as Administrator')
  expect(sentence(failing('ENOTSUP'), 'freebsd')).toBe('ENOTSUP: socket')
})

it('other failures of this host are sentences, and unknown ones stay as they are', () => {
  expect(sentence(failing('EPERM', 'sendto'))).toContain('firewall')
  expect(sentence(failing('EHOSTUNREACH', 'sendto'))).toBe('this host has no route to the target')
  const unknown = failing('EIO')
  expect(describeSocketError(unknown)).toBe(unknown)
})
