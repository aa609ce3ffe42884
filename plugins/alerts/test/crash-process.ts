import { writeSync } from 'node:fs'
import { makeRandom } from '@svc/kernel/testing'
import { addServer } from '@svc/plugin-enrollment/testing'
import { runMinute, startKernel } from './crash-kernel.ts'
import { makeFacts } from './test-types.ts'

/**
 * Runs alerts with random values and rule changes until killed, printing the current time after each pass:
 * `node crash-process.ts <data directory> <now> <seed> <receiver URL>`.
 */
const [dataDir = '', from = '', seed = '', receiver = ''] = process.argv.slice(2)
const { below } = makeRandom(Number(seed))
const facts = makeFacts()
// Keeps the process alive.
setInterval(() => {}, 1000)
const kernel = await startKernel(dataDir, Number(from), facts)
const admin = kernel.as('admin')

async function request<T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> {
  const response = await admin.inject({ method, url, ...(payload && { payload }) })
  if (response.statusCode !== 200)
    throw new Error(`${method} ${url} responded with ${response.statusCode}: ${response.body}`)
  return response.json().data
}
type Item = { readonly id: string; readonly enabled: boolean; readonly name: string }
const list = (url: string) => request<Item[]>('GET', url)

// A previous run may have been killed after any of these steps.
for (const path of ['a', 'b', 'c'].slice((await list('/api/notifications')).length)) {
  const config_json = { url: `${receiver}/${path}`, method: 'POST' }
  await request('POST', '/api/notifications', { name: path, notify_type: 'webhook', config_json })
}
for (const channel of await list('/api/notifications')) {
  if ((await list('/api/notification-groups')).some(({ name }) => name === channel.name)) continue
  // Alerts for a and b are messages of their own; those for c are grouped.
  const wait_seconds = channel.name === 'c' ? 20 : 0
  await request('POST', '/api/notification-groups', {
    name: channel.name,
    notification_ids: [channel.id],
    wait_seconds,
  })
}
for (let n = (await list('/api/servers')).length; n < 3; n += 1) await addServer(kernel, `web-${n}`)
if ((await list('/api/server-groups')).length === 0) await request('POST', '/api/server-groups', { name: 'web' })
const [serverGroup] = await list('/api/server-groups')
for (const { id } of await list('/api/servers'))
  await request('PUT', `/api/servers/${id}`, { group_id: serverGroup?.id })
const groups = await list('/api/notification-groups')
for (let n = (await list('/api/alert-rules')).length; n < 6; n += 1) {
  await request('POST', '/api/alert-rules', {
    name: `rule ${n}`,
    rules: [{ rule_type: 'heat', min: 60 + (n % 4) * 10 }],
    trigger_mode: n % 2 ? 'once' : 'always',
    // Reminders are not in the history, which deliveries are compared with.
    reminder_minutes: 10_080,
    notification_group_id: groups.find(({ name }) => name === (n < 4 ? 'ab'[n % 2] : 'c'))?.id,
  })
}

const servers = await list('/api/servers')
for (;;) {
  for (const { id } of servers) if (below(3) === 0) facts.heat.set(id, below(130))
  const rules = await list('/api/alert-rules')
  const rule = rules[below(rules.length)] as Item
  if (below(8) === 0) await request('PUT', `/api/alert-rules/${rule.id}`, { enabled: !rule.enabled })
  await runMinute(kernel)
  writeSync(1, `${kernel.clock.now()}\n`)
}
