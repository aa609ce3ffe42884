import { writeSync } from 'node:fs'
import { startKernel } from './crash-kernel.ts'
import { serveHttp } from './servers.ts'

/**
 * Checks randomly failing services every ten seconds of simulated time until the process is killed, and prints the
 * current time: `node crash-process.ts <data directory> <now>`.
 */
const [dataDir = '', startTime = ''] = process.argv.slice(2)
const kernel = await startKernel(dataDir, Number(startTime))
const server = await serveHttp((_, res) => res.writeHead(Math.random() < 0.5 ? 200 : 503).end())
const admin = kernel.as('admin')
const monitors = async () => (await admin.inject('/api/service-monitors')).json().data

for (const [n, { id }] of (await monitors()).entries()) {
  // The web server has another port after each restart. SQL, because an update by API would reset the state.
  kernel.database.prepare('UPDATE monitors_monitors SET target = ? WHERE id = ?').run(`${server.url}/${n}`, id)
}
for (let n = (await monitors()).length; n < 5; n += 1) {
  const payload = {
    name: `service ${n}`,
    monitor_type: 'http_keyword',
    target: `${server.url}/${n}`,
    interval: 10,
    retry_count: n % 3,
    notification_group_id: 'group',
  }
  await admin.inject({ method: 'POST', url: '/api/service-monitors', payload })
}
for (;;) {
  await kernel.clock.advance(10_000)
  writeSync(1, `${kernel.clock.now()}\n`)
  while ((await monitors()).some(({ checking }: { checking: boolean }) => checking)) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}
