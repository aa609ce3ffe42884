import { startRelay } from '../worker/src/program.ts'
import { variables } from '../worker/test/runtimes.ts'

/**
 * The relay without limits of rate, with the push service at an address that the program itself cannot be told:
 * `node push-relay-process.ts <origin of the push service> <port>`.
 */
const [origin = '', port = ''] = process.argv.slice(2)
const unlimited = '1000000'
const relay = await startRelay(
  {
    ...variables,
    RELAY_LISTEN: `127.0.0.1:${port}`,
    RELAY_MAX_PER_MINUTE: unlimited,
    RELAY_MAX_PER_SOURCE: unlimited,
    RELAY_MAX_PER_TARGET: unlimited,
    RELAY_MAX_TRACKED: unlimited,
  },
  { originOf: () => origin },
)
process.once('SIGTERM', () => void relay.close())
