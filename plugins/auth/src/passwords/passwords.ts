import { hash, verify } from '@node-rs/argon2'
import { tooManyRequests } from '@svc/plugin-sdk'

/** OWASP's first choice; the library's default algorithm is Argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash of a random password nobody knows, at the same cost: unknown users answer as slowly as wrong passwords. */
export const decoy = '$argon2id$v=19$m=19456,t=2,p=1$b55pNCSBxlGJbeIcwFb3ig$jw1xKBqW37zxSNR6ayfXam0s7/i71MaLqQaaQShuhuM'

/** Hashing fills threads that files and name lookups need too; more at once would only stall those. */
const atOnce = 2
const mostWaiting = 100

export interface Passwords {
  /** The Argon2id PHC string to store. */
  hash(password: string): Promise<string>
  /** Takes as long without a stored hash, and is then false. */
  verify(stored: string | undefined, password: string): Promise<boolean>
}

/** Keyboards differ in how they compose accents; the same typed text must hash the same. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFC'))

export function makePasswords(): Passwords {
  let running = 0
  const waiting: (() => void)[] = []

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1
    else {
      if (waiting.length >= mostWaiting) throw tooManyRequests(1)
      // the one that finishes hands its place over
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    hash: (password) => inTurn(() => hash(bytesOf(password), cost)),
    async verify(stored, password) {
      const right = await inTurn(() => verify(stored ?? decoy, bytesOf(password)))
      return right && stored !== undefined
    },
  }
}
