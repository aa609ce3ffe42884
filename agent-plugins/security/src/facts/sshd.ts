import type { AuthMethod } from '@svc/plugin-security/wire'
import type { Fact } from './fact.ts'
import { toPeer } from './peer.ts'

/*
 * User names in these messages are chosen by whoever connects, and may contain whole messages: `root from 192.0.2.9 port 22
 * ssh2`. What sshd says itself is therefore taken from the end of the message, and nothing counts that could be read in two
 * ways. Keys come with text after the address (of certificates, chosen by the client as well), so there the address must be the
 * only one.
 */

const methods: Readonly<Record<string, AuthMethod>> = {
  publickey: 'publickey',
  password: 'password',
  'keyboard-interactive/pam': 'keyboard_interactive',
  'keyboard-interactive': 'keyboard_interactive',
}

// Only accounts that exist sign in, so the first address is the one of sshd.
const accepted = /^Accepted (\S+) for (.+?) from (\S+) port (\d+)(?: ssh2)?(?:: .*)?$/s
const failed = /^Failed (\S+) for (invalid user |illegal user )?(.*) from (\S+) port (\d+)(?: ssh2?)?$/s
const failedWithKey = /^Failed (?:publickey|hostbased) for (invalid user )?(.*?) from (\S+) port (\d+) ssh2: (.*)$/s
const invalidUser = /^(?:Invalid|Illegal) user (.*) from (\S+?)(?: port (\d+))?$/s
const ended =
  /^(?:Connection (?:closed|reset) by|Disconnected from) (authenticating|invalid) user (.*) (\S+) port (\d+) \[preauth\]$/s
const refusedRoot = /^ROOT LOGIN REFUSED FROM (\S+)(?: port (\d+))?(?: \[preauth\])?$/
// Since OpenSSH 9.8, addresses are refused for some time after failed attempts.
const penalised = /^drop connection #\d+ from \[([^\]]+)\]:(\d+) on \[[^\]]*\]:\d+ penalty: failed authentication$/

const anotherAddress = / from \S+ port \d+/

/** What a message of sshd says about an attempt to sign in. */
export function parseSshd(message: string): Fact | undefined {
  // Cheap, because most messages are about something else.
  switch (message[0]) {
    case 'A': {
      const [, method = '', user = '', address = '', port] = accepted.exec(message) ?? []
      const peer = toPeer(address, port)
      return peer && { kind: 'accepted', ...peer, user, method: methods[method] ?? 'other' }
    }
    case 'F':
      return parseFailure(message)
    case 'I': {
      const [, user = '', address = '', port] = invalidUser.exec(message) ?? []
      const peer = toPeer(address, port)
      return peer && { kind: 'ended', ...peer, user, isInvalidUser: true }
    }
    case 'C':
    case 'D': {
      const [, state, user = '', address = '', port] = ended.exec(message) ?? []
      const peer = toPeer(address, port)
      return peer && { kind: 'ended', ...peer, user, isInvalidUser: state === 'invalid' }
    }
    case 'R': {
      const [, address = '', port] = refusedRoot.exec(message) ?? []
      const peer = toPeer(address, port)
      return peer && { kind: 'failed', ...peer, user: 'root', isInvalidUser: false, by: 'other' }
    }
    case 'd': {
      const [, address = '', port] = penalised.exec(message) ?? []
      const peer = toPeer(address, port)
      return peer && { kind: 'failed', ...peer, user: null, isInvalidUser: false, by: 'other' }
    }
    default:
      return undefined
  }
}

function parseFailure(message: string): Fact | undefined {
  const plain = failed.exec(message)
  if (plain && !/^(?:publickey|hostbased)$/.test(plain[1] ?? '')) {
    const [, method, invalid, user = '', address = '', port] = plain
    const peer = toPeer(address, port)
    // Clients ask with `none` which methods there are.
    if (!peer || method === 'none') return undefined
    return { kind: 'failed', ...peer, user, isInvalidUser: invalid !== undefined, by: 'password' }
  }
  const [, invalid, user = '', address = '', port, rest = ''] = failedWithKey.exec(message) ?? []
  const peer = anotherAddress.test(rest) ? undefined : toPeer(address, port)
  return peer && { kind: 'failed', ...peer, user, isInvalidUser: invalid !== undefined, by: 'keys' }
}
