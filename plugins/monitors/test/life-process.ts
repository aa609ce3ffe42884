import { writeSync } from 'node:fs'
import { live } from './life.ts'
import { serveHttp } from './servers.ts'

/**
 * Services that work and fail in turns, checked every ten seconds of a time that passes fast, until the program is killed:
 * `node life-process.ts <data directory> <now>`. The time it has come to it says on standard output.
 */
const [dataDir = '', from = ''] = process.argv.slice(2)
const kernel = await live(dataDir, Number(from))
const server = await serveHttp((_, res) => res.writeHead(Math.random() < 0.5 ? 200 : 503).end())
const admin = kernel.as('admin')
const monitors = async () => (await admin.inject('/api/service-monitors')).json().data

for (const [n, { id }] of (await monitors()).entries()) {
  // what is checked is on another port in every life; what was found before is kept
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
