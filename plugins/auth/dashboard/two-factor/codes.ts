const digits = 6
const recoveryLength = 16
// Crockford's alphabet, and the letters that are read as digits of it
const recovery = /^[0-9a-tv-z]{16}$/

/** The six digits in what was typed or pasted: `123 456` and full-width digits are fine. */
export const digitsOf = (typed: string): string => typed.normalize('NFKC').replace(/\D/g, '').slice(0, digits)

export const isComplete = (code: string): boolean => code.length === digits

const plain = (typed: string) => typed.normalize('NFKC').toLowerCase().replace(/[\s-]/g, '')

/** Whether this can be a recovery code: sixteen letters and digits, with or without hyphens. */
export const isRecoveryCode = (typed: string): boolean => recovery.test(plain(typed))

/** A recovery code that was put where six digits belong: nothing but letters can tell. */
export const isMisplacedRecoveryCode = (typed: string): boolean => isRecoveryCode(typed) && /[a-z]/i.test(typed)

/** As it is printed: four groups of four. Anything else stays as it was typed. */
export const recoveryCodeOf = (typed: string): string =>
  isRecoveryCode(typed) ? groupsOf(plain(typed)).join('-') : typed.slice(0, recoveryLength * 3)

/** In parts that the eye can keep: `ABCDEFGH` is `ABCD` and `EFGH`. */
export const groupsOf = (text: string, size = 4): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size))
