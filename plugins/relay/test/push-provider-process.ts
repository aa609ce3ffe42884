import { startProvider } from '../worker/test/provider-server.ts'

/** A push service that accepts everything; it prints its origin. */
const provider = await startProvider()
// Nobody reads what was sent.
setInterval(() => {
  provider.sent.length = 0
}, 1000).unref()
console.log(`push service: ${provider.origin}`)
process.once('SIGTERM', () => void provider.close())
