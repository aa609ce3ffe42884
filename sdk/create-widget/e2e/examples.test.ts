import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Page, type Tab, violations } from '@svc/e2e/browser'
import { onboard } from '@svc/e2e/enrol'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { simulateAgent } from '@svc/e2e/simulated-agent'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { examples, installByPage, packProject } from '@svc/e2e/widget-project'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
let server: Server
let admin: Session
let cpu = 12
/** the web page that is watched */
const shop = { url: '', answer: (response: ServerResponse) => void response.writeHead(500).end() }

beforeAll(async () => {
  const web = createServer((_, response) => shop.answer(response)).listen(0, '127.0.0.1')
  stage.later(() => web.close().closeAllConnections())
  await new Promise((resolve) => web.on('listening', resolve))
  shop.url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`
  server = await stage.server({ config: { monitors: { allow_private: ['127.0.0.0/8'] } } })
  admin = await firstSignIn(server)
  const { enrollment } = await onboard(admin, 'web-1')
  const agent = await simulateAgent(server.url, enrollment.code, () => ({ cpu, load1: 2.5 }))
  stage.later(agent.close)
})

/** A board with one widget, chosen in the picker and configured in its form. */
async function place(name: string, configure: (dialog: ReturnType<Page['getByRole']>) => Promise<void>): Promise<Tab> {
  const { id } = await admin.send<{ id: string }>('POST', '/api/dashboards', { name: `Board of ${name}` })
  const tab = await stage.tab({ url: server.url, session: admin })
  const { page } = tab
  await page.goto(`/dashboards?board=${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
  await page.getByRole('button', { name: 'Add widget' }).first().click()
  await page.getByPlaceholder('Search widgets').fill(name)
  await page.getByRole('dialog').getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill(`My ${name}`)
  await configure(dialog)
  await dialog.getByRole('button', { name: 'Add to dashboard' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
  return tab
}

const widgetOf = (page: Page, name: string) => page.getByRole('region', { name: `My ${name}`, exact: true })

describe('the examples, built and installed as a stranger would', () => {
  it('are installed by the page', async () => {
    const { page, problems } = await stage.tab({ url: server.url, session: admin })
    await page.goto('/settings/widgets')
    for (const name of ['metric-gauge', 'monitor-check', 'fleet-pair']) {
      await installByPage(page, await packProject(join(examples, name)))
    }
    const installed = (await admin.get<{ id: string }[]>('/api/widget-modules')).map(({ id }) => id)
    expect(installed.filter((id) => id.startsWith('io.svc.examples.'))).toEqual([
      'io.svc.examples.fleet.load',
      'io.svc.examples.fleet.memory',
      'io.svc.examples.metric-gauge',
      'io.svc.examples.monitor-check',
    ])
    expect(problems).toEqual([])
  })

  it('a gauge follows the figure that was chosen in its form', async () => {
    const { page, problems } = await place('Metric gauge', async (dialog) => {
      await dialog.getByLabel('Server').selectOption({ label: 'web-1' })
      await dialog.getByLabel('Warn at').fill('90')
      await dialog.getByRole('region', { name: 'Preview', exact: true }).getByRole('img').waitFor()
    })
    const gauge = widgetOf(page, 'Metric gauge')
    await gauge.getByRole('img', { name: 'web-1, cpu: 12 %' }).waitFor()
    cpu = 97
    await gauge.getByRole('img', { name: 'web-1, cpu: 97 %' }).waitFor()
    // its own styles, which came with the module
    const colour = await gauge
      .locator('path')
      .nth(1)
      .evaluate((path) => getComputedStyle(path).fill)
    expect(colour).toBe('none')
    expect(await violations(page)).toEqual([])
    expect(problems).toEqual([])
  })

  it('an action runs the selected check: it asks for confirmation, is pending, and reports the result', async () => {
    const monitor = { name: 'Shop', monitor_type: 'http_keyword', target: shop.url, interval: 86_400 }
    const { id } = await admin.send<{ id: string }>('POST', '/api/service-monitors', monitor)
    const watched = async () => {
      const found =
        await admin.get<{ id: string; checking: boolean; last_status: boolean | null }[]>('/api/service-monitors')
      return found.find((one) => one.id === id)
    }
    // its first check comes by itself
    await until('the first check', async () => (await watched())?.last_status === false)
    const { page, problems } = await place('Monitor check', async (dialog) => {
      await dialog.getByLabel('Monitor', { exact: true }).selectOption({ label: 'Shop' })
    })
    const widget = widgetOf(page, 'Monitor check')
    const notes = page.getByRole('region', { name: /Notifications/ })
    const button = widget.getByRole('button', { name: 'Check now' })
    const question = page.getByRole('dialog', { name: 'Check now?' })
    await widget.getByText(/^Shop is down: /).waitFor()

    await button.click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })

    let finish: (() => void) | undefined
    shop.answer = (response) => {
      finish = () => void response.writeHead(200).end('open')
    }
    await button.click()
    await question.getByRole('button', { name: 'Continue' }).click()
    await widget.locator('button[aria-busy="true"]:disabled').waitFor()
    await until('the check to be under way', async () => (await watched())?.checking === true)
    // the server may say so before its request has arrived
    await until('the request of the check', () => finish !== undefined)
    finish?.()
    await notes.getByText('Check now', { exact: true }).waitFor()
    await widget.getByText(/^Shop is up \(\d+ ms\)$/).waitFor()
    expect(await violations(page)).toEqual([])

    await admin.send('DELETE', `/api/service-monitors/${id}`)
    await button.click()
    await question.getByRole('button', { name: 'Continue' }).click()
    await notes.getByText(/^Check now: ./).waitFor()
    // the check of the deleted monitor
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
  })

  it.each(['Fleet: Load', 'Fleet: Memory'])(
    '%s of a collection shows its figure and the picture both share',
    async (name) => {
      const { page, problems } = await place(name, async (dialog) => {
        await dialog.getByLabel('Server').selectOption({ label: 'web-1' })
      })
      const widget = widgetOf(page, name)
      await widget.getByText(name === 'Fleet: Load' ? '2.50' : '25 %').waitFor()
      const picture = widget.locator('img')
      expect(
        await picture.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
      ).toBeGreaterThan(0)
      expect(await picture.getAttribute('src')).toMatch(
        /\/api\/widget-modules\/io\.svc\.examples\.fleet\.\w+\/(@[0-9a-f]+\/)?assets\//,
      )
      expect(problems).toEqual([])
    },
  )
})
