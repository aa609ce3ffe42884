import { createHash, randomBytes } from 'node:crypto'

/**
 * Codes and run tokens are stored as SHA-256. A slow password hash would add nothing: a code has 256 random bits and a
 * run token at least 32 characters, so neither can be guessed from its hash, and a fast digest can be looked up in a
 * unique index. The timing of that lookup is no use to an attacker, who controls the secret but not its digest.
 */
export const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export const newCode = (): string => randomBytes(32).toString('base64url')

/** The part of a secret that stays readable, so that people can tell codes apart. */
export const prefixOf = (secret: string): string => secret.slice(0, 8)

const visibleAscii = (min: number, max: number) => {
  const pattern = new RegExp(`^[\\x21-\\x7e]{${min},${max}}$`)
  return (text: unknown): text is string => typeof text === 'string' && pattern.test(text)
}

export const isCode = visibleAscii(16, 512)

/** A token that an agent proposes when it enrolls. */
export const isProposedToken = visibleAscii(32, 512)

/** A token that an agent authenticates with; those from older enrollments may be shorter. */
export const isPresentedToken = visibleAscii(8, 512)
