import { data, Ok, ok, type Routes } from '@svc/plugin-sdk'
import type { SecondFactorActions } from './second-factor-actions.ts'
import type { SecondFactorSetup } from './second-factor-setup.ts'
import type { SecondFactorStore } from './second-factor-store.ts'
import {
  NewRecoveryCodes,
  OwnerProofBody,
  TwoFactorCode,
  TwoFactorOffer,
  TwoFactorStatus,
} from './two-factor-schema.ts'

interface Deps {
  readonly twoFactorSetup: SecondFactorSetup
  readonly twoFactor: SecondFactorActions
  readonly factors: SecondFactorStore
}

/** The caller's own second factor. */
export const twoFactorRoutes =
  ({ twoFactorSetup, twoFactor, factors }: Deps): Routes =>
  async (app) => {
    const config = { access: 'member', notByKey: true } as const

    app.get(
      '/api/auth/2fa/status',
      { config: { access: 'member' }, schema: { response: { 200: data(TwoFactorStatus) } } },
      async ({ principal: { userId } }) => ({
        data: { enabled: factors.get(userId) !== undefined, recovery_codes_left: factors.codesLeft(userId) },
      }),
    )

    app.post(
      '/api/auth/2fa/setup',
      { config, schema: { response: { 200: data(TwoFactorOffer) } } },
      async ({ principal }) => {
        const { secret, address, qrCodePng, recoveryCodes } = twoFactorSetup.start(principal)
        const qrCode = qrCodePng.toString('base64')
        return { data: { secret, otpauth_url: address, qr_code_base64: qrCode, recovery_codes: recoveryCodes } }
      },
    )

    app.post(
      '/api/auth/2fa/enable',
      { config, schema: { body: TwoFactorCode, response: { 200: Ok } } },
      async ({ principal, body, ip }) => {
        twoFactorSetup.enable(principal, body.code, ip)
        return ok
      },
    )

    app.post(
      '/api/auth/2fa/disable',
      { config, schema: { body: OwnerProofBody, response: { 200: Ok } } },
      async ({ principal, body, ip }) => {
        await twoFactor.disable(principal, body, ip)
        return ok
      },
    )

    app.post(
      '/api/auth/2fa/recovery-codes',
      { config, schema: { body: OwnerProofBody, response: { 200: data(NewRecoveryCodes) } } },
      async ({ principal, body, ip }) => ({
        data: { recovery_codes: await twoFactor.renewRecoveryCodes(principal, body, ip) },
      }),
    )
  }
