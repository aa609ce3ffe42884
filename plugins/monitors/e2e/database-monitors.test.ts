import { violations } from '@svc/e2e/browser'
import { contributedProgram } from '@svc/e2e/contributed'
import { checkPage, shoot } from '@svc/e2e/page-check'
import { cleanEnv, repository, run } from '@svc/e2e/process'
import type { Server } from '@svc/e2e/server'
import { addMember, firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { beforeAll, expect, it } from 'vitest'

const stage = makeStage()
let server: Server
let admin: Session
let ports: readonly number[] = []

interface Monitor {
  readonly id: string
  readonly config: Readonly<Record<string, unknown>>
}

const types = ['postgres', 'mysql', 'redis'] as const

beforeAll(async () => {
  const databases = run(contributedProgram('databases'), { cwd: repository, env: cleanEnv() })
  stage.later(databases.stop)
  server = await stage.server({ config: { monitors: { allow_private: ['127.0.0.0/8'] } } })
  admin = await firstSignIn(server)
  ports = JSON.parse(await databases.line(/"ports"/)).ports
})

it('the bundled server queries each kind of database', async () => {
  const member = await addMember(server.url, admin)
  for (const [i, monitor_type] of types.entries()) {
    const login = { username: 'watch', password: 'open sesame' }
    const query =
      monitor_type === 'redis' ? { query: 'LLEN jobs' } : { database: 'watch', query: 'SELECT count(*) FROM jobs' }
    const { id } = await admin.send<Monitor>('POST', '/api/service-monitors', {
      ...{ name: monitor_type, monitor_type, target: `127.0.0.1:${ports[i]}`, interval: 86_400 },
      config_json: { ...login, ...query, expected: '5' },
    })
    const path = `/api/service-monitors/${id}`
    expect(await admin.send('POST', `${path}/check`)).toMatchObject({ error: null, detail: { value: '5' } })
    expect((await admin.get<Monitor>(path)).config).toMatchObject({ username: 'watch', password: '••••••••' })
    expect(JSON.stringify(await member.get<Monitor>(path))).not.toMatch(/sesame|jobs|username/)
  }
  expect(server.output()).not.toContain('sesame')
})

it('the form asks for sign-in, encryption and command, and the page of the monitor shows the result', async () => {
  const tab = await stage.tab({ url: server.url, session: admin })
  const { page } = tab
  await page.goto('/settings/service-monitors')
  await page.getByRole('button', { name: 'Add monitor' }).click()
  const form = page.getByRole('dialog', { name: 'Add monitor' })
  await form.getByLabel('Type', { exact: true }).selectOption('Redis')
  await form.getByLabel('Name', { exact: true }).fill('Queue')
  await form.getByLabel('Host and port').fill(`127.0.0.1:${ports[2]}`)
  await form.getByLabel('Notification group').selectOption('No one')
  await form.getByLabel('Password').fill('open sesame')
  await form.getByLabel('Encryption').selectOption('None')
  await form.getByLabel('Command').fill('FLUSHALL')
  await form.getByLabel('Expected result').fill('5')
  await form.getByLabel('Comparison').selectOption('At most')
  await form.getByRole('button', { name: 'Add monitor' }).click()
  await form.getByText(/a command that only reads/).waitFor()
  expect(await violations(page)).toEqual([])
  await shoot(page, 'database-form')
  await form.getByLabel('Command').fill('LLEN jobs')
  await form.getByRole('button', { name: 'Add monitor' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Queue' }).click()
  await page.getByRole('heading', { name: 'Command result' }).waitFor()
  await page.getByText('Rows', { exact: true }).waitFor()
  await checkPage(tab, { name: 'database-monitor' })
})
