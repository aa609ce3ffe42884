import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePlugin } from '@svc/e2e/plugin-package'
import { firstSignIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { expect, it } from 'vitest'

const stage = makeStage()

const source = `import { Type } from '@sinclair/typebox'
import { channels, schemaChannel } from '@svc/plugin-alerts/contract'
import { contribute, text } from '@svc/plugin-sdk'
export default {
  id: 'pager',
  setup: () => ({ contributes: contribute(channels, schemaChannel({
    type: 'pager',
    name: text('pager.PAGER'),
    schema: Type.Object({
      room: Type.String({ label: text('pager.ROOM'), minLength: 2 }),
      token: Type.String({ label: text('pager.TOKEN'), secret: true }),
      retries: Type.Integer({ label: text('pager.RETRIES'), default: 3, maximum: 9 }),
    }),
    deliver: async () => undefined,
  })) }),
}`
const messages = { PAGER: 'Pager', ROOM: 'Room', TOKEN: 'Access token', RETRIES: 'Retries' }

it('a channel type of a third-party plugin has a form, without code for pages', async () => {
  const directory = stage.directory()
  const folder = join(directory, 'data/plugins/node_modules/svc-plugin-pager')
  mkdirSync(join(folder, 'locales'), { recursive: true })
  writePlugin(folder, 'pager', source)
  writeFileSync(join(folder, 'locales/en.json'), JSON.stringify({ messages }))
  const server = await stage.server({ directory })
  const admin = await firstSignIn(server)
  expect((await admin.call('PUT', '/api/plugins/pager', { enabled: true })).status).toBe(200)
  await until('the restart with the plugin', async () => {
    const plugins = await admin.get<{ id: string; state: string }[]>('/api/plugins').catch(() => [])
    return plugins.some(({ id, state }) => id === 'pager' && state === 'running')
  })
  const { page, problems } = await stage.tab({ url: server.url, session: admin, isAnimated: true })
  await page.goto('/settings/notifications?add=true')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Type').selectOption('pager')
  await dialog.getByLabel('Name').fill('Night shift')
  await dialog.getByLabel('Room').fill('a')
  await dialog.getByLabel('Access token').fill('s3cret')
  expect(await dialog.getByLabel('Retries').inputValue()).toBe('3')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText('At least 2 characters').waitFor()
  await dialog.getByLabel('Room').fill('ops')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const [stored] = await admin.get<{ config: Record<string, unknown> }[]>('/api/notifications')
  expect(stored?.config).toMatchObject({ room: 'ops', retries: 3 })
  expect(JSON.stringify(stored)).not.toContain('s3cret')
  expect(problems).toEqual([])
})
