import { startRelay } from '../src/program.ts'

/** The relay with the push service of `PROVIDER_ORIGIN`, which the program itself cannot be told. */
const relay = await startRelay(process.env, { originOf: () => process.env.PROVIDER_ORIGIN ?? '' })
process.once('SIGTERM', () => void relay.close())
