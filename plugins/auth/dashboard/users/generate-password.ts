/** No look-alikes such as 0 and O, because people type these passwords or read them aloud. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const groups = 4
const groupLength = 5

type RandomFill = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array

const random: RandomFill = (bytes) => crypto.getRandomValues(bytes)

/** A password of 116 random bits in groups that can be dictated: `hXk4p-9wTrb-…`. */
export function generatePassword(fill: RandomFill = random): string {
  const letters: string[] = []
  // rejection sampling: a plain modulo would favor the first letters
  const limit = 256 - (256 % alphabet.length)
  while (letters.length < groups * groupLength) {
    for (const byte of fill(new Uint8Array(64))) if (byte < limit) letters.push(alphabet.charAt(byte % alphabet.length))
  }
  return Array.from({ length: groups }, (_, group) =>
    letters.slice(group * groupLength, (group + 1) * groupLength).join(''),
  ).join('-')
}
