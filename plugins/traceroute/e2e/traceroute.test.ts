import { isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { violations } from '@svc/e2e/browser'
import { onboard } from '@svc/e2e/enrol'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { beforeAll, expect, it } from 'vitest'

const stage = makeStage()
let server: Server
let admin: Session
let id: string

/** An address of this machine that agents may trace; loopback is not allowed. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const own = all.find(({ internal, address }) => !internal && isIPv4(address))
  if (!own) throw new Error('this machine has no address of its own to trace')
  return own.address
}

beforeAll(async () => {
  server = await stage.server()
  admin = await firstSignIn(server)
  const { server_id, enrollment } = await onboard(admin, 'web-1')
  id = server_id
  const agent = stage.agent({ serverUrl: server.url, code: enrollment.code })
  await agent.line(/"connected"/)
})

it('an admin traces a host with the real agent, copies the result, compares two runs and deletes them', async () => {
  const target = ownAddress()
  const { page, problems } = await stage.tab({ url: server.url, session: admin })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/servers/${id}?tab=network`)
  await page.getByRole('tabpanel').getByRole('link', { name: 'Traceroute' }).click()
  await page.getByText('No traceroutes yet').waitFor()

  const field = page.getByLabel('Target')
  await field.fill('127.0.0.1')
  await page.keyboard.press('Enter')
  await page.getByText(/cloud metadata/i).waitFor()

  await field.fill(target)
  await page.keyboard.press('Enter')
  const result = page.getByRole('region', { name: `Traceroute to ${target}` })
  await result.getByText(/^Round \d of 5$/).waitFor()
  await result.getByText('Reached', { exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  await result.getByRole('button', { name: 'Copy as text' }).click()
  await result.getByText('Copied').first().waitFor()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text.split('\n').slice(1, 3)).toEqual([
    expect.stringMatching(/^HOST: web-1 +Loss% +Snt +Last +Avg +Best +Wrst StDev$/),
    expect.stringMatching(
      RegExp(`^  1\\.\\|-- (?:\\S+ \\()?${target.replaceAll('.', '\\.')}\\)? +0\\.0% +5( +[0-9.]+){5}$`),
    ),
  ])

  await page.getByLabel('Protocol').selectOption('tcp')
  await page.getByRole('button', { name: 'Start traceroute' }).click()
  const history = page.getByRole('table', { name: 'History' })
  await history.getByText('TCP 80').waitFor()
  await page.getByText('A traceroute is running.').waitFor({ state: 'hidden' })
  for (const box of await history.getByRole('checkbox').all()) await box.check()
  await page.getByRole('link', { name: 'Compare 2' }).click()
  await page.getByText('Both traceroutes took the same path.').waitFor()

  await page.goBack()
  await page.getByRole('button', { name: 'Clear history' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear history' }).click()
  await page.getByText('No traceroutes yet').waitFor()
  // The refused target was intended.
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
})
