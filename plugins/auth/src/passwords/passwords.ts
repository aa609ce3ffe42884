import { tooManyRequests } from '@svc/plugin-sdk'

/** Cost of Argon2id, the default algorithm of the library. */
export interface HashCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** OWASP recommendation. */
export const defaultHashCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash of an unknown random password. Verifying it for unknown users takes as long as a wrong password. */
export const decoyHash = ({ memoryCost, timeCost, parallelism }: HashCost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$b55pNCSBxlGJbeIcwFb3ig$jw1xKBqW37zxSNR6ayfXam0s7/i71MaLqQaaQShuhuM`

/** Hashing blocks threads of the pool that file access and DNS lookups share. */
const maxConcurrent = 2
const maxQueued = 100

export interface Passwords {
  /** The Argon2id PHC string to store. */
  hash(password: string): Promise<string>
  /** Without a stored hash, takes as long and returns false. */
  verify(stored: string | undefined, password: string): Promise<boolean>
}

/** Native code, which is loaded for the first password. */
const argon2 = () => import('@node-rs/argon2')

/** NFC, because keyboards differ in how they compose accents. */
const toBytes = (password: string) => Buffer.from(password.normalize('NFC'))

export function makePasswords(cost: HashCost): Passwords {
  const decoy = decoyHash(cost)
  let running = 0
  const queue: (() => void)[] = []

  async function enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (running < maxConcurrent) running += 1
    else {
      if (queue.length >= maxQueued) throw tooManyRequests(1)
      // the finishing task passes its slot on
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    hash: (password) => enqueue(async () => (await argon2()).hash(toBytes(password), cost)),
    async verify(stored, password) {
      const matches = await enqueue(async () => (await argon2()).verify(stored ?? decoy, toBytes(password)))
      return matches && stored !== undefined
    },
  }
}
