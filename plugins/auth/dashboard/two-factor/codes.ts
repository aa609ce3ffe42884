const digits = 6
const recoveryLength = 16
// Crockford's Base32 plus the letters it reads as digits
const recoveryPattern = /^[0-9a-tv-z]{16}$/

/** Up to six digits of the input; accepts `123 456` and full-width digits. */
export const digitsOf = (typed: string): string => typed.normalize('NFKC').replace(/\D/g, '').slice(0, digits)

export const isComplete = (code: string): boolean => code.length === digits

const normalize = (typed: string) => typed.normalize('NFKC').toLowerCase().replace(/[\s-]/g, '')

/** Whether the input has the format of a recovery code: sixteen letters and digits, with or without hyphens. */
export const isRecoveryCode = (typed: string): boolean => recoveryPattern.test(normalize(typed))

/** Whether a recovery code was pasted into the field for digits. Only its letters distinguish it from digits. */
export const isMisplacedRecoveryCode = (typed: string): boolean => isRecoveryCode(typed) && /[a-z]/i.test(typed)

/** Formats a recovery code in four groups of four; other input stays as typed, but bounded. */
export const recoveryCodeOf = (typed: string): string =>
  isRecoveryCode(typed) ? groupsOf(normalize(typed)).join('-') : typed.slice(0, recoveryLength * 3)

/** Splits text for readability: `ABCDEFGH` becomes `ABCD` and `EFGH`. */
export const groupsOf = (text: string, size = 4): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size))
