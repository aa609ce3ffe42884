import type { Command } from '@svc/plugin-sdk'
import { makeToken } from '../token.ts'
import type { Accounts } from './accounts.ts'

export const resetPassword = (accounts: Accounts): Command => ({
  name: 'reset-password',
  summary: 'give an account a new random password, to be changed at the next sign-in, and end its sessions',
  options: { username: 'name of the account' },
  async run({ username }) {
    if (!username) throw new Error('reset-password needs --username NAME')
    const password = makeToken()
    await accounts.reset(username, password)
    return `new password of ${username}: ${password}`
  },
})
