import { addressKey, makeFairQueue } from '@svc/plugin-sdk'

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

/**
 * Hashing blocks threads of the pool that file access and DNS lookups share. Users and strangers have a thread each, so
 * that a flood of sign-ins from many addresses refuses only strangers.
 */
const limits = {
  users: { concurrent: 1, perKey: 10, total: 100, retrySeconds: 1 },
  strangers: { concurrent: 1, perKey: 10, total: 100, retrySeconds: 1 },
}

/** For whom a password is hashed: a user who is signed in, also from the same address, or an address. */
export type Requester = { readonly userId: string } | { readonly address: string }

export interface Passwords {
  /** The Argon2id PHC string to store. */
  hash(password: string, requester: Requester): Promise<string>
  /** Without a stored hash, takes as long and returns false. */
  verify(stored: string | undefined, password: string, requester: Requester): Promise<boolean>
}

/** Native code, which is loaded for the first password. */
const argon2 = () => import('@node-rs/argon2')

/** NFC, because keyboards differ in how they compose accents. */
const toBytes = (password: string) => Buffer.from(password.normalize('NFC'))

export function makePasswords(cost: HashCost): Passwords {
  const decoy = decoyHash(cost)
  const users = makeFairQueue(limits.users)
  const strangers = makeFairQueue(limits.strangers)
  const enqueue = <T>(requester: Requester, work: () => Promise<T>): Promise<T> =>
    'userId' in requester ? users(requester.userId, work) : strangers(addressKey(requester.address), work)

  return {
    hash: (password, requester) => enqueue(requester, async () => (await argon2()).hash(toBytes(password), cost)),
    async verify(stored, password, requester) {
      const matches = await enqueue(requester, async () => (await argon2()).verify(stored ?? decoy, toBytes(password)))
      return matches && stored !== undefined
    },
  }
}
