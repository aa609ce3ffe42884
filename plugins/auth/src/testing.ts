import { makeAuth } from './index.ts'

/** The plugin with the lowest cost of hashing; `passwords.test.ts` proves the cost of the real one. */
export const authWithCheapHashes = makeAuth({ memoryCost: 8, timeCost: 1, parallelism: 1 })
