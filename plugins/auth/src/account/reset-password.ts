import type { Command } from '@svc/plugin-sdk'
import { makeToken } from '../token.ts'
import type { Accounts } from './accounts.ts'

export const resetPassword = (accounts: Accounts): Command => ({
  name: 'reset-password',
  summary: 'set a new random password, to be changed at the next sign-in, and end all sessions of the account',
  options: { username: 'name of the account' },
  async run({ username }) {
    if (!username) throw new Error('reset-password requires --username NAME')
    const password = makeToken()
    await accounts.reset(username, password)
    return `new password for ${username}: ${password}`
  },
})
