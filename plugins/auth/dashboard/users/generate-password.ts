/** Without letters and digits that are mistaken for each other when somebody reads them aloud or types them. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const groups = 4
const groupLength = 5

type Fill = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array

const random: Fill = (bytes) => crypto.getRandomValues(bytes)

/** A password of 116 random bits in groups that can be dictated: `hXk4p-9wTrb-…`. */
export function generatePassword(fill: Fill = random): string {
  const letters: string[] = []
  // bytes beyond a multiple of the alphabet would make its first letters likelier
  const limit = 256 - (256 % alphabet.length)
  while (letters.length < groups * groupLength) {
    for (const byte of fill(new Uint8Array(64))) if (byte < limit) letters.push(alphabet.charAt(byte % alphabet.length))
  }
  return Array.from({ length: groups }, (_, group) =>
    letters.slice(group * groupLength, (group + 1) * groupLength).join(''),
  ).join('-')
}
