import { Type } from '@sinclair/typebox'
import { nameSchemas } from '@svc/plugin-sdk'
import { PasswordText } from '../sign-in/credential-schema.ts'

/** The fields of a body that proves who sends it. */
export const OwnerProofBody = Type.Object({
  password: Type.Optional(Type.String({ ...PasswordText, description: 'for accounts with a password' })),
  code: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'for accounts without a password: six digits, or a recovery code',
    }),
  ),
})

nameSchemas({ OwnerProofBody })
