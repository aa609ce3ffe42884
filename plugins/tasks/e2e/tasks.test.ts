import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { violations } from '@svc/e2e/browser'
import { onboard } from '@svc/e2e/enrol'
import { shoot } from '@svc/e2e/page-check'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, expect, it } from 'vitest'

const stage = makeStage()
let server: Server
let admin: Session
let folder: string

async function enrolled(name: string, args: string[]) {
  const { server_id: id, enrollment } = await onboard(admin, name)
  const agent = stage.agent({ serverUrl: server.url, code: enrollment.code, directory: stage.directory(), args })
  await agent.line(/"connected"/)
  return { id, agent }
}

beforeAll(async () => {
  server = await stage.server()
  admin = await firstSignIn(server)
  folder = stage.directory()
  await enrolled('web', ['--allow-cap', 'exec'])
  await enrolled('locked', [])
})

it('runs a command on chosen servers and shows its output live, then the result', async () => {
  const { page, problems } = await stage.tab({ url: server.url, session: admin })
  await page.goto('/settings/tasks')
  await page.getByRole('button', { name: 'Run command' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Command').fill(`echo one; while [ ! -e ${folder}/go ]; do sleep 0.05; done; echo two`)
  await dialog.getByRole('checkbox', { name: 'web' }).check()
  await dialog.getByRole('checkbox', { name: 'locked' }).check()
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('row').filter({ hasText: 'locked' }).getByText('Not permitted on this host').waitFor()
  await page.getByRole('row').filter({ hasText: 'web' }).getByRole('button').click()
  const output = page.getByRole('region', { name: 'Output', exact: true })
  await output.getByText('one').waitFor()
  expect(await output.getByText('two').count()).toBe(0)
  writeFileSync(join(folder, 'go'), '')
  await output.getByText('two').waitFor()
  await page.getByRole('dialog').getByText('Exit code 0').waitFor()
  expect(await violations(page)).toEqual([])
  await shoot(page, 'task-output')
  await page.keyboard.press('Escape')
  await page.getByText('1 of 2 succeeded').first().waitFor()
  await shoot(page, 'task-matrix')
  expect(problems).toEqual([])
})

it('cancels a running command, whose processes end', async () => {
  const { page } = await stage.tab({ url: server.url, session: admin })
  const [web] = (await admin.get<{ id: string; name: string }[]>('/api/servers')).filter(({ name }) => name === 'web')
  const started = join(folder, 'started')
  const ended = join(folder, 'ended')
  const command = `trap 'touch ${ended}; exit' TERM; touch ${started}; while :; do sleep 0.05; done`
  const { id } = await admin.send<{ id: string }>('POST', '/api/tasks', { command, server_ids: [web?.id] })
  await until('the command to start', () => existsSync(started))
  await page.goto(`/settings/tasks/${id}`)
  await page.getByRole('button', { name: 'Cancel run' }).click()
  await page.getByText('Cancelled, 0 of 1 succeeded').waitFor()
  expect(existsSync(ended)).toBe(true)
})

it('adds a scheduled task, whose schedule is shown in words with the next runs', async () => {
  const { page } = await stage.tab({ url: server.url, session: admin })
  await page.goto('/settings/tasks')
  await page.getByRole('button', { name: 'Add task' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Nightly')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText('Enter a command').waitFor()
  await dialog.getByLabel('Command').fill('uptime')
  await dialog.getByRole('checkbox', { name: 'web' }).check()
  await dialog.getByText('At 03:00').waitFor()
  await dialog.getByText(/Next runs \(UTC\)/).waitFor()
  await shoot(page, 'task-form')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('heading', { name: 'Nightly' }).waitFor()
  await page.getByText('No runs yet').waitFor()
})
