import type { Command } from '@svc/plugin-sdk'
import type { SecondFactorActs } from './second-factor-acts.ts'

export const resetTwoFactor = (acts: Pick<SecondFactorActs, 'reset'>): Command => ({
  name: 'reset-two-factor',
  summary: 'let an account sign in without its second factor, and end its sessions',
  options: { username: 'name of the account' },
  run({ username }) {
    if (!username) throw new Error('reset-two-factor needs --username NAME')
    acts.reset(username)
    return `two-factor sign-in of ${username} is off`
  },
})
