import { createHash, randomBytes } from 'node:crypto'

/**
 * Codes and run tokens are stored as SHA-256. A slow password hash buys nothing here: a code is 256 random bits of ours
 * and a run token at least 32 characters of the agent's, so neither can be guessed from its hash, while a fast digest
 * can be looked up through a unique index (a claim or a connect costs one index probe, at any fleet size). Comparing by
 * index leaks no timing an attacker could use: steering it needs control of the digest, not of the secret.
 */
export const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export const newCode = (): string => randomBytes(32).toString('base64url')

/** What stays readable of a secret, so that people can tell two of them apart. */
export const prefixOf = (secret: string): string => secret.slice(0, 8)

const visibleAscii = (min: number, max: number) => {
  const pattern = new RegExp(`^[\\x21-\\x7e]{${min},${max}}$`)
  return (text: unknown): text is string => typeof text === 'string' && pattern.test(text)
}

export const isCode = visibleAscii(16, 512)

/** a token an agent proposes at its claim */
export const isProposedToken = visibleAscii(32, 512)

/** a token an agent presents; shorter ones may come from older claims */
export const isPresentedToken = visibleAscii(8, 512)
