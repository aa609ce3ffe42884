import { startProvider } from './provider-server.ts'

/** The push service as a program of its own, which accepts everything. It prints its origin. */
const provider = await startProvider()
const forget = setInterval(() => {
  provider.sent.length = 0
}, 1000)
console.log(provider.origin)
process.once('SIGTERM', () => {
  clearInterval(forget)
  void provider.close()
})
