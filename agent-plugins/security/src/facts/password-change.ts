import type { Fact } from './fact.ts'

const byPam = /^pam_unix\((?:passwd|chpasswd):chauthtok\): password changed for (\S+)$/
const byShadow = /^password for '([^']+)' changed by '[^']+'$/
const byUsermod = /^change user '([^']+)' password$/

/** That an account has another password. Who may see that is in no file, so the log is the only source. */
export function parsePasswordChange(message: string): Extract<Fact, { kind: 'password_changed' }> | undefined {
  const [, user] = byPam.exec(message) ?? byShadow.exec(message) ?? byUsermod.exec(message) ?? []
  return user === undefined ? undefined : { kind: 'password_changed', user }
}
