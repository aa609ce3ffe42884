import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Tab, violations } from './harness/browser.js'
import { onboard } from './harness/enrol.js'
import type { Server } from './harness/server.js'
import { firstSignIn, type Session } from './harness/session.js'
import { simulateAgent } from './harness/simulated-agent.js'
import { makeStage } from './harness/stage.js'
import { examples, installByPage, packProject } from './harness/widget-project.js'

const places = readFileSync(fileURLToPath(new URL('./fixtures/places.mmdb.gz', import.meta.url)))

const stage = makeStage()
let server: Server
let admin: Session
let cpu = 12
let answer: (response: ServerResponse) => void = (response) => response.writeHead(500).end()

beforeAll(async () => {
  const publisher = createServer((_, response) => answer(response)).listen(0, '127.0.0.1')
  stage.later(() => publisher.close().closeAllConnections())
  await new Promise((resolve) => publisher.on('listening', resolve))
  const { port } = publisher.address() as AddressInfo
  server = await stage.server({ config: { geoip: { download_url: `http://127.0.0.1:${port}/free` } } })
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
  await page.goto(`/?board=${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
  await page.getByRole('button', { name: 'Add widget' }).first().click()
  await page.getByPlaceholder('Search widgets').fill(name)
  await page.getByRole('dialog').getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill(`My ${name}`)
  await configure(dialog)
  await dialog.getByRole('button', { name: 'Add to the dashboard' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
  return tab
}

const widgetOf = (page: Page, name: string) => page.getByRole('region', { name: `My ${name}`, exact: true })

describe('the examples, built and installed as a stranger would', () => {
  it('are installed by the page', async () => {
    const { page, problems } = await stage.tab({ url: server.url, session: admin })
    await page.goto('/settings/widgets')
    for (const name of ['metric-gauge', 'place-check', 'fleet-pair']) {
      await installByPage(page, await packProject(join(examples, name)))
    }
    const installed = (await admin.get<{ id: string }[]>('/api/widget-modules')).map(({ id }) => id)
    expect(installed.filter((id) => id.startsWith('io.svc.examples.'))).toEqual([
      'io.svc.examples.fleet.load',
      'io.svc.examples.fleet.memory',
      'io.svc.examples.metric-gauge',
      'io.svc.examples.place-check',
    ])
    expect(problems).toEqual([])
  })

  it('a gauge follows the figure that was chosen in its form', async () => {
    const { page, problems } = await place('Metric gauge', async (dialog) => {
      await dialog.getByLabel('Server').selectOption({ label: 'web-1' })
      await dialog.getByLabel('Warn from').fill('90')
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

  it('an action asks first, is pending, and says how it ended', async () => {
    const { page, problems } = await place('Place database', async (dialog) => {
      await dialog.getByLabel('Old after days').fill('30')
    })
    const widget = widgetOf(page, 'Place database')
    const notes = page.getByRole('region', { name: /Notifications/ })
    const button = widget.getByRole('button', { name: 'Check for a newer one' })
    const question = page.getByRole('dialog', { name: 'Fetch the newest database of places?' })
    await widget.getByText('No database of places is installed.').waitFor()

    await button.click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })

    await button.click()
    await question.getByRole('button', { name: 'Continue' }).click()
    await notes.getByText(/^Check for a newer one: .*500/).waitFor()

    let finish = () => {}
    answer = (response) => {
      response.writeHead(200, { 'content-length': places.length }).write(places.subarray(0, 300))
      finish = () => response.end(places.subarray(300))
    }
    await button.click()
    await question.getByRole('button', { name: 'Continue' }).click()
    await widget.locator('button[aria-busy="true"]:disabled').waitFor()
    finish()
    await notes.getByText('Check for a newer one', { exact: true }).waitFor()
    await widget.getByText(/^The database of places is up to date/).waitFor()
    expect(await violations(page)).toEqual([])
    // the failed download, which was wanted
    expect(problems.filter((problem) => !problem.includes('502'))).toEqual([])
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
