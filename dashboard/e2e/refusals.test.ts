import type { Page } from '@svc/e2e/browser'
import { admin, server, withServer } from '@svc/e2e/with-server'
import { beforeAll, expect, it } from 'vitest'

const stage = withServer()

let page: Page
let problems: string[]
beforeAll(async () => {
  ;({ page, problems } = await stage.tab({ url: server.url, session: admin, locale: 'zh-CN' }))
})

/** Expects an error in the open dialog, in the language of the user. */
async function expectError(text: string): Promise<void> {
  const note = page.getByRole('dialog').getByRole('alert').filter({ hasText: text })
  await note.waitFor()
  expect(await note.innerText()).not.toMatch(/[a-z]{3,} [a-z]{2,}/)
}

it('a limit is reported in the language of the user', async () => {
  for (let count = 0; count < 100; count++) await admin.send('POST', '/api/dashboards', { name: `Board ${count}` })
  await page.goto('/dashboards')
  await page.getByRole('button', { name: '更多仪表盘操作' }).click()
  await page.getByRole('menuitem', { name: '新建仪表盘' }).click()
  await page.getByRole('dialog').getByLabel('名称').fill('One too many')
  await page.getByRole('dialog').getByRole('button', { name: '创建' }).click()
  await expectError('仪表盘最多 100 个')
  expect(problems).toEqual([])
})

it('a value inside a message keeps its place in the translation', async () => {
  await page.goto('/settings/widgets')
  await page.getByRole('button', { name: '安装小组件' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('URL', { exact: true }).click()
  await dialog.getByRole('textbox').fill('https://127.0.0.1/module.js')
  await dialog.getByRole('button', { name: '安装', exact: true }).click()
  await expectError('不允许访问该地址：https://127.0.0.1（不是公网地址）')
  expect(problems).toEqual([])
})

it('a validation error of a field is translated', async () => {
  await page.goto('/settings/users')
  await page.getByRole('button', { name: '添加用户' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('用户名').fill('аdmin')
  await dialog.getByRole('button', { name: '生成' }).click()
  await dialog.getByRole('button', { name: '添加' }).click()
  await dialog.getByText('不能混用不同字母表的字母').waitFor()
  expect(problems).toEqual([])
})
