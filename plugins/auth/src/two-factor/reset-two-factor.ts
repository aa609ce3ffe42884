import type { Command } from '@svc/plugin-sdk'
import type { SecondFactorActions } from './second-factor-actions.ts'

export const resetTwoFactor = (acts: Pick<SecondFactorActions, 'reset'>): Command => ({
  name: 'reset-two-factor',
  summary: 'disable two-factor authentication of an account and end all its sessions',
  options: { username: 'name of the account' },
  run({ username }) {
    if (!username) throw new Error('reset-two-factor requires --username NAME')
    acts.reset(username)
    return `two-factor authentication of ${username} is disabled`
  },
})
