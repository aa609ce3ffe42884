import { Type } from '@sinclair/typebox'
import { data, forbidden, Nullable, Ok, ok, type Routes } from '@svc/plugin-sdk'
import { limitPassword } from '../passwords/password-policy.ts'
import { NewPassword, NewUsername, PasswordText } from '../sign-in/credential-schema.ts'
import { requireUsername } from '../users/username.ts'
import { Account } from './account-schema.ts'
import type { Accounts } from './accounts.ts'

/** Routes for one's own account. */
export const accountRoutes =
  (accounts: Accounts): Routes =>
  async (app) => {
    app.get(
      '/api/auth/me',
      {
        config: { access: 'member', whileFlagged: true },
        schema: { summary: 'Own account', response: { 200: data(Account) } },
      },
      async ({ principal: { userId, username, role, flagged } }) => ({
        data: {
          user_id: userId,
          username,
          role,
          must_change_password: flagged,
          has_password: accounts.hasPassword(userId),
        },
      }),
    )

    app.put(
      '/api/auth/password',
      {
        config: { access: 'member', errors: [429] },
        schema: {
          summary: 'Change the own password',
          body: Type.Object({ old_password: PasswordText, new_password: NewPassword }),
          response: { 200: Ok },
        },
      },
      async (req) => {
        const oldPassword = limitPassword('old_password', req.body.old_password)
        const newPassword = limitPassword('new_password', req.body.new_password)
        await accounts.changePassword(req.principal, oldPassword, newPassword, req.ip)
        return ok
      },
    )

    app.post(
      '/api/auth/onboarding',
      {
        config: { access: 'member', whileFlagged: true },
        // Before the body is checked: who has a password of their own is refused whatever they send.
        preValidation: async ({ principal }) => {
          if (!principal.flagged) throw forbidden('auth.ALREADY_SET_UP')
        },
        schema: {
          summary: 'Set the first password',
          body: Type.Object({
            new_password: NewPassword,
            new_username: Type.Optional(Nullable(NewUsername)),
          }),
          response: { 200: Ok },
        },
      },
      async (req) => {
        const newPassword = limitPassword('new_password', req.body.new_password)
        const name = req.body.new_username?.trim()
        const newUsername = name ? requireUsername('new_username', name) : undefined
        await accounts.onboard(req.principal, newPassword, newUsername, req.ip)
        return ok
      },
    )
  }
