import type { Fact } from './fact.ts'
import { toPeer } from './peer.ts'

/** Without syslog dropbear writes its own process id and time before the message, and that may end in the journal. */
const ownHeader = /^\[\d+\] [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d /

// As with sshd, names are chosen by the client and addresses are at the end.
const accepted = /^(Password|Pubkey|PAM password) auth succeeded for '(.*)'(?: with .+)? from (\S+):(\d+)$/s
const badPassword = /^[Bb]ad (?:PAM )?password attempt for '(.*)' from (\S+):(\d+)$/s
const unknownUser = /^[Ll]ogin attempt for nonexistent user(?: '(.*)')? from (\S+):(\d+)$/s
// Here the address is at the beginning.
const ended = /^Exit before auth from <(\S+):(\d+)>: \(user '(.*)', \d+ fails\): /s

/** What a message of dropbear says about an attempt to sign in. */
export function parseDropbear(text: string): Fact | undefined {
  const message = text.replace(ownHeader, '')
  const [, method = '', user = '', from = '', port] = accepted.exec(message) ?? []
  const signedIn = toPeer(from, port)
  if (signedIn) {
    return { kind: 'accepted', ...signedIn, user, method: method === 'Pubkey' ? 'publickey' : 'password' }
  }
  const [, wrongUser = '', wrongFrom = '', wrongPort] = badPassword.exec(message) ?? []
  const wrong = toPeer(wrongFrom, wrongPort)
  if (wrong) return { kind: 'failed', ...wrong, user: wrongUser, isInvalidUser: false, by: 'password' }
  const [, endedFrom = '', endedPort, endedUser = null] = ended.exec(message) ?? []
  const closed = toPeer(endedFrom, endedPort)
  if (closed) return { kind: 'ended', ...closed, user: endedUser, isInvalidUser: false }
  const [, missingUser = null, missingFrom = '', missingPort] = unknownUser.exec(message) ?? []
  const missing = toPeer(missingFrom, missingPort)
  return missing && { kind: 'failed', ...missing, user: missingUser, isInvalidUser: true, by: 'password' }
}
