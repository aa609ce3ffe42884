/** 0: too short to be accepted; 1 weak to 4 strong. */
export type Strength = 0 | 1 | 2 | 3 | 4

export const shortestPassword = 8

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u, /\p{Lo}/u]
const sizes = [26, 26, 10, 33, 1000]

/** Characters as people count them: an emoji is one. */
export const lengthOf = (password: string): number => Array.from(password).length

/**
 * A hint, not a gate: how many guesses the password costs somebody who knows nothing, less for repeated characters,
 * runs like `abcd` or `4321`, and the user's own name.
 */
export function passwordStrength(password: string, username = ''): Strength {
  if (lengthOf(password) < shortestPassword) return 0
  const name = username.trim().toLowerCase()
  const rest = name.length >= 3 ? password.toLowerCase().replaceAll(name, '*') : password.toLowerCase()
  const points = Array.from(rest, (character) => character.codePointAt(0) ?? 0)
  const surprising = points.filter((point, index) => {
    const step = point - (points[index - 1] ?? Number.NaN)
    return !(Math.abs(step) <= 1)
  })
  const alphabet = kinds.reduce((sum, kind, index) => sum + (kind.test(password) ? (sizes[index] ?? 0) : 0), 0)
  // A character that came before surprises less.
  const effective = (surprising.length + new Set(surprising).size) / 2
  const bits = effective * Math.log2(Math.max(2, alphabet))
  return bits < 34 ? 1 : bits < 50 ? 2 : bits < 68 ? 3 : 4
}
