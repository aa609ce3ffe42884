import type { Command } from '@svc/plugin-sdk'
import type { Accounts } from './account/accounts.ts'
import { makeToken } from './token.ts'
import type { SecondFactorActions } from './two-factor/second-factor-actions.ts'

export const resetPassword = (accounts: Pick<Accounts, 'reset'>): Command => ({
  name: 'reset-password',
  summary:
    'set a new random password, to be changed at the next sign-in, and end all sessions and API keys of the account',
  options: { username: 'name of the account', 'api-keys': '`keep`: its API keys stay valid' },
  async run({ username, 'api-keys': apiKeys }) {
    if (!username) throw new Error('reset-password requires --username NAME')
    if (apiKeys !== undefined && apiKeys !== 'keep') throw new Error('--api-keys must be keep, or be left out')
    const password = makeToken()
    await accounts.reset(username, password, apiKeys !== 'keep')
    return `new password for ${username}: ${password}`
  },
})

export const resetTwoFactor = (twoFactor: Pick<SecondFactorActions, 'reset'>): Command => ({
  name: 'reset-two-factor',
  summary: 'disable two-factor authentication of an account and end all its sessions',
  options: { username: 'name of the account' },
  run({ username }) {
    if (!username) throw new Error('reset-two-factor requires --username NAME')
    twoFactor.reset(username)
    return `two-factor authentication of ${username} is disabled`
  },
})
