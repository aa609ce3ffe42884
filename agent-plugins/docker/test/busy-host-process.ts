import { startTestDaemon } from '../src/testing.ts'

/*
 * `busy-host-process.ts COUNT`: a real daemon with so many containers, for the benchmarks. Prints its socket when all of them
 * run, and removes everything on SIGTERM.
 */

const count = Number(process.argv[2])
const daemon = await startTestDaemon()
process.once('SIGTERM', async () => {
  await daemon.close()
  process.exit()
})
/** Each works a little and logs a line per second. */
const script = 'while true; do echo working; sleep 1; done'
try {
  for (let n = 0; n < count; n++) {
    const labels = { 'com.docker.compose.project': `project-${n % 5}`, 'com.docker.compose.service': `service-${n}` }
    await daemon.run({ name: `web-${n}`, labels, script })
  }
  console.log(`socket: ${daemon.socket}`)
} catch (error) {
  await daemon.close()
  throw error
}
