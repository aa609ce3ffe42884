import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPage } from '@svc/e2e/page-check'
import { writePlugin } from '@svc/e2e/plugin-package'
import { firstSignIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { expect, it } from 'vitest'

const stage = makeStage()

const source = `import { Type } from '@sinclair/typebox'
import { contribute, data, definePlugin, listen, OneOf, text } from '@svc/plugin-sdk'
import { defineSettings, pluginSettings, pluginSettingsChanged, settingsForms } from '@svc/plugin-system/contract'
const form = defineSettings({
  plugin: 'pager',
  isLive: true,
  schema: Type.Object({
    room: Type.String({ label: text('pager.ROOM'), hint: text('pager.ROOM_HINT'), default: 'ops', minLength: 2 }),
    token: Type.Optional(Type.String({ label: text('pager.TOKEN'), secret: true })),
    tone: { ...OneOf('beep', 'bell'), label: text('pager.TONE'), default: 'beep', labels: { beep: text('pager.BEEP') } },
    signature: Type.Optional(Type.String({ label: text('pager.SIGNATURE'), multiline: true })),
    retries: Type.Integer({ label: text('pager.RETRIES'), default: 3, maximum: 9 }),
    loud: Type.Boolean({ label: text('pager.LOUD'), default: false }),
  }),
})
export default definePlugin({
  id: 'pager',
  requires: { settings: pluginSettings },
  setup({ settings }) {
    let current = settings.read(form)
    return {
      contributes: contribute(settingsForms, form),
      on: [listen(pluginSettingsChanged, ({ plugin }) => {
        if (plugin === 'pager') current = settings.read(form)
      })],
      routes: async (app) => {
        app.get('/api/pager', {
          config: { access: 'member' }, schema: { response: { 200: data(Type.Any()) } },
        }, async () => ({ data: { ...current, token: current.token?.length ?? null } }))
      },
    }
  },
})`
const texts = {
  en: {
    ROOM: 'Room',
    ROOM_HINT: 'The name of the room, without #.',
    TOKEN: 'Access token',
    TONE: 'Tone',
    BEEP: 'Short beep',
    SIGNATURE: 'Signature',
    RETRIES: 'Retries',
    LOUD: 'At full volume',
  },
  zh: {
    ROOM: '房间',
    ROOM_HINT: '房间名称，不含 #。',
    TOKEN: '访问令牌',
    TONE: '提示音',
    BEEP: '短促提示音',
    SIGNATURE: '签名',
    RETRIES: '重试次数',
    LOUD: '最大音量',
  },
}

it('a third-party plugin has a settings page that its schema describes, and applies changes at once', async () => {
  const directory = stage.directory()
  const folder = join(directory, 'data/plugins/node_modules/svc-plugin-pager')
  mkdirSync(join(folder, 'locales'), { recursive: true })
  writePlugin(folder, 'pager', source)
  for (const [language, messages] of Object.entries(texts)) {
    writeFileSync(join(folder, `locales/${language}.json`), JSON.stringify({ messages }))
  }
  const server = await stage.server({ directory })
  const admin = await firstSignIn(server)
  expect((await admin.call('PUT', '/api/plugins/pager', { enabled: true })).status).toBe(200)
  await until('the plugin', async () => await admin.get('/api/pager').catch(() => undefined))
  const tab = await stage.tab({ url: server.url, session: admin })
  const { page, problems } = tab
  await page.goto('/settings/plugins')
  await page.getByRole('link', { name: 'Settings of pager' }).click()
  const save = page.getByRole('button', { name: 'Save', exact: true })

  // defaults, and the errors of the server at their fields
  const room = page.getByLabel('Room')
  expect(await room.inputValue()).toBe('ops')
  expect(await page.getByLabel('Tone').inputValue()).toBe('beep')
  await room.fill('a')
  await page.getByLabel('Retries').fill('12')
  await save.click()
  await page.getByText('At least 2 characters').waitFor()
  await page.getByText('At most 9', { exact: true }).waitFor()

  // unsaved changes are not lost without a question
  await page.getByRole('link', { name: 'Plugins', exact: true }).first().click()
  await page.getByRole('dialog', { name: 'Discard unsaved changes?' }).getByRole('button', { name: 'Cancel' }).click()
  await room.fill('night')
  await page.getByLabel('Retries').fill('5')
  await page.getByLabel('Access token').fill('s3cret-7f')
  await page.getByLabel('At full volume').check()
  await save.click()
  await page.getByText('Settings saved').waitFor()
  expect(await admin.get('/api/pager')).toMatchObject({ room: 'night', retries: 5, token: 9, loud: true, tone: 'beep' })
  expect(JSON.stringify(await admin.get('/api/plugins/pager/settings'))).not.toContain('s3cret-7f')

  // a secret is shown as saved only, and can be removed
  await page.reload()
  expect(await page.getByLabel('Access token').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Remove saved value' }).click()
  await save.click()
  await page.getByText('Settings saved').waitFor()
  expect(await admin.get('/api/pager')).toMatchObject({ room: 'night', token: null })
  expect(problems).toEqual([])
  await checkPage(tab, { name: 'plugin-settings-form' })
})
