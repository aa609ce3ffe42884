import { type Static, Type } from '@sinclair/typebox'

const RecoveryCodes = Type.Array(Type.String(), { description: 'ten codes; each works once; returned only here' })

export const TwoFactorOffer = Type.Object({
  secret: Type.String({ description: 'base32' }),
  otpauth_url: Type.String(),
  qr_code_base64: Type.String({ description: 'PNG with a QR code of otpauth_url' }),
  recovery_codes: RecoveryCodes,
})
export type TwoFactorOffer = Static<typeof TwoFactorOffer>

export const TwoFactorCode = Type.Object({ code: Type.String({ maxLength: 64, description: 'six digits' }) })

export const OwnerProofBody = Type.Object({
  password: Type.Optional(Type.String({ description: 'for accounts with a password' })),
  code: Type.Optional(
    Type.String({ maxLength: 64, description: 'for accounts without a password: six digits, or a recovery code' }),
  ),
})

export const NewRecoveryCodes = Type.Object({ recovery_codes: RecoveryCodes })
export type NewRecoveryCodes = Static<typeof NewRecoveryCodes>

export const TwoFactorStatus = Type.Object({
  enabled: Type.Boolean(),
  recovery_codes_left: Type.Integer(),
})
export type TwoFactorStatus = Static<typeof TwoFactorStatus>
