import { writeSync } from 'node:fs'
import { createTestKernel } from '@svc/kernel/testing'
import { notifications } from '@svc/plugin-alerts/contract'
import { text } from '@svc/plugin-sdk'
import { plugins } from './world.ts'

/**
 * Raises alerts for a registered phone until it is killed, printing the id of each once it is committed:
 * `node crash-process.ts <data directory> <now> <relay URL> <notification group> <first number>`.
 */
const [dataDir = '', now = '', url = '', group = '', first = ''] = process.argv.slice(2)
// Keeps the process alive.
setInterval(() => {}, 1000)
const kernel = await createTestKernel({ plugins, dataDir, now: Number(now), config: { push_relay: { url } } })
for (let n = Number(first); ; n += 1) {
  kernel.service(notifications).notify(group, {
    event: 'triggered',
    subjectId: `server-${n}`,
    subjectName: `web-${n}`,
    ruleId: 'rule',
    ruleName: 'CPU',
    message: text('alerts.SAMPLE_MESSAGE'),
    at: Math.floor(kernel.clock.now() / 1000),
    cpu: null,
    memory: null,
  })
  writeSync(1, `${n}\n`)
  await kernel.clock.advance(0)
}
