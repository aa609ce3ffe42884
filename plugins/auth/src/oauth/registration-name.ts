import { randomBytes } from 'node:crypto'
import { ApiError } from '@svc/plugin-sdk'
import type { ExternalIdentity } from '../contract.ts'
import { requireUsername } from '../users/username.ts'

/** Leaves room for the suffix of `nextName`. */
const maxLength = 57

const toValidName = (name: string): string | undefined => {
  try {
    return requireUsername('username', name)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** Username for a new account: provider and display name or email, whichever is valid first. */
export function registrationName(provider: string, { displayName, email }: ExternalIdentity): string {
  for (const part of [displayName, email?.split('@')[0]]) {
    if (!part) continue
    const name = toValidName(Array.from(`${provider}_${part}`.normalize('NFC')).slice(0, maxLength).join(''))
    if (name) return name
  }
  return `${provider}_user`.slice(-maxLength)
}

/** An alternative for a taken name. */
export const nextName = (name: string): string => `${name}_${randomBytes(3).toString('hex')}`
