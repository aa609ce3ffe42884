import { randomBytes } from 'node:crypto'
import { ApiError } from '@svc/plugin-sdk'
import type { ForeignIdentity } from '../contract.ts'
import { requireUsername } from '../users/username.ts'

/** Room for what makes a taken name free. */
const longest = 57

const allowed = (name: string): string | undefined => {
  try {
    return requireUsername('username', name)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** The name of an account for somebody from elsewhere, built from the first part that makes an allowed one. */
export function registrationName(provider: string, { displayName, email }: ForeignIdentity): string {
  for (const part of [displayName, email?.split('@')[0]]) {
    if (!part) continue
    const name = allowed(Array.from(`${provider}_${part}`.normalize('NFC')).slice(0, longest).join(''))
    if (name) return name
  }
  return `${provider}_user`.slice(-longest)
}

export const nextName = (name: string): string => `${name}_${randomBytes(3).toString('hex')}`
