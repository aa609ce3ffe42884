import { Type } from '@sinclair/typebox'
import { data, nameSchemas, Ok, ok, type Routes, textRule } from '@svc/plugin-sdk'
import { OwnerProofBody } from '../account/owner-proof-schema.ts'
import type { SecondFactorActions } from './second-factor-actions.ts'
import type { SecondFactorSetup } from './second-factor-setup.ts'
import type { SecondFactorStore } from './second-factor-store.ts'

const RecoveryCodes = Type.Array(Type.String(), { description: 'ten codes; each works once; returned only here' })

const TwoFactorOffer = Type.Object({
  secret: Type.String({ description: 'base32' }),
  otpauth_url: Type.String(),
  qr_code_base64: Type.String({ description: 'PNG with a QR code of otpauth_url' }),
  recovery_codes: RecoveryCodes,
})

const TwoFactorCode = Type.Object({
  code: Type.String({ maxLength: 64, examples: ['123456'], ...textRule(/^\s*(?:\d\s*){6}$/u, 'auth.SIX_DIGITS') }),
})

const NewRecoveryCodes = Type.Object({ recovery_codes: RecoveryCodes })

const TwoFactorStatus = Type.Object({
  enabled: Type.Boolean(),
  recovery_codes_left: Type.Integer(),
})

nameSchemas({ TwoFactorOffer, TwoFactorCode, NewRecoveryCodes, TwoFactorStatus })

interface Deps {
  readonly twoFactorSetup: SecondFactorSetup
  readonly twoFactor: SecondFactorActions
  readonly factors: SecondFactorStore
}

/** The caller's own second factor. */
export const twoFactorRoutes =
  ({ twoFactorSetup, twoFactor, factors }: Deps): Routes =>
  async (app) => {
    const config = { access: 'member', errors: [429] } as const

    app.get(
      '/api/auth/2fa/status',
      {
        config: { access: 'member' },
        schema: { summary: 'State of the second factor', response: { 200: data(TwoFactorStatus) } },
      },
      async ({ principal: { userId } }) => ({
        data: { enabled: factors.get(userId) !== undefined, recovery_codes_left: factors.codesLeft(userId) },
      }),
    )

    app.post(
      '/api/auth/2fa/setup',
      { config, schema: { summary: 'Start the setup of a second factor', response: { 200: data(TwoFactorOffer) } } },
      async ({ principal }) => {
        const { secret, address, qrCodePng, recoveryCodes } = twoFactorSetup.start(principal)
        const qrCode = qrCodePng.toString('base64')
        return { data: { secret, otpauth_url: address, qr_code_base64: qrCode, recovery_codes: recoveryCodes } }
      },
    )

    app.post(
      '/api/auth/2fa/enable',
      { config, schema: { summary: 'Enable the second factor', body: TwoFactorCode, response: { 200: Ok } } },
      async ({ principal, body, ip }) => {
        twoFactorSetup.enable(principal, body.code, ip)
        return ok
      },
    )

    app.post(
      '/api/auth/2fa/disable',
      { config, schema: { summary: 'Disable the second factor', body: OwnerProofBody, response: { 200: Ok } } },
      async ({ principal, body, ip }) => {
        await twoFactor.disable(principal, body, ip)
        return ok
      },
    )

    app.post(
      '/api/auth/2fa/recovery-codes',
      {
        config,
        schema: {
          summary: 'Replace the recovery codes',
          body: OwnerProofBody,
          response: { 200: data(NewRecoveryCodes) },
        },
      },
      async ({ principal, body, ip }) => ({
        data: { recovery_codes: await twoFactor.renewRecoveryCodes(principal, body, ip) },
      }),
    )
  }
