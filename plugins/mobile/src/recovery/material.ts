import { createHash } from 'node:crypto'
import { hashToken } from '../token.ts'
import type { RecoverBody } from './recover-schema.ts'

/** Hashes of the tokens that the phone still has from a sign-in. */
export interface Material {
  /** equal digests mean equal material */
  readonly digest: string
  readonly access: string | undefined
  readonly refresh: string | undefined
  readonly revocation: string | undefined
}

type Captured = Pick<RecoverBody, 'access_token' | 'refresh_token' | 'revocation_token'>

export const toMaterial = ({ access_token, refresh_token, revocation_token }: Captured): Material => ({
  digest: createHash('sha256')
    .update(JSON.stringify([access_token, refresh_token, revocation_token]))
    .digest('hex'),
  access: hashToken(access_token),
  refresh: hashToken(refresh_token),
  revocation: hashToken(revocation_token),
})
