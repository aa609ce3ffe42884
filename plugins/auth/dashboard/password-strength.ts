/** 0: too short; 1 (weak) to 4 (strong). */
export type Strength = 0 | 1 | 2 | 3 | 4

export const minPasswordLength = 8

const characterClasses = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u, /\p{Lo}/u]
const classSizes = [26, 26, 10, 33, 1000]

/** Counts code points, so that an emoji is one character. */
export const characterCount = (password: string): number => Array.from(password).length

/**
 * Estimates the strength from length and character classes, with deductions for repeated characters, sequences such as
 * `abcd` or `4321`, and the username. Only a hint; the server enforces the length alone.
 */
export function passwordStrength(password: string, username = ''): Strength {
  if (characterCount(password) < minPasswordLength) return 0
  const name = username.trim().toLowerCase()
  const rest = name.length >= 3 ? password.toLowerCase().replaceAll(name, '*') : password.toLowerCase()
  const codePoints = Array.from(rest, (character) => character.codePointAt(0) ?? 0)
  const unpredictable = codePoints.filter((point, index) => {
    const step = point - (codePoints[index - 1] ?? Number.NaN)
    return !(Math.abs(step) <= 1)
  })
  const alphabet = characterClasses.reduce(
    (sum, pattern, index) => sum + (pattern.test(password) ? (classSizes[index] ?? 0) : 0),
    0,
  )
  // Repeated characters count half.
  const effective = (unpredictable.length + new Set(unpredictable).size) / 2
  const bits = effective * Math.log2(Math.max(2, alphabet))
  return bits < 34 ? 1 : bits < 50 ? 2 : bits < 68 ? 3 : 4
}
