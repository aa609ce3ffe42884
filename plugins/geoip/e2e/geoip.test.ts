import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { violations } from '@svc/e2e/browser'
import { driveAgent, systemInfo } from '@svc/e2e/driven-agent'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { beforeAll, expect, it } from 'vitest'

/** Locates 198.51.100.0/24 in Germany; written with `src/testing.ts`. */
const packed = readFileSync(join(import.meta.dirname, 'fixtures/places.mmdb.gz'))

const stage = makeStage()
let server: Server
let admin: Session
let answer: (res: ServerResponse) => void = (res) => res.writeHead(500).end()

/** A server whose agent reports this address. */
async function agentAt(name: string, ipv4: string) {
  const { id, peer } = await driveAgent({ stage, server, admin }, name)
  peer.send(systemInfo({ ipv4 }))
  await peer.frame('ack')
  return id
}

beforeAll(async () => {
  const mirror = createServer((_, res) => answer(res)).listen(0, '127.0.0.1')
  stage.later(() => mirror.close().closeAllConnections())
  await new Promise((resolve) => mirror.on('listening', resolve))
  const { port } = mirror.address() as AddressInfo
  server = await stage.server({ config: { geoip: { download_url: `http://127.0.0.1:${port}/free` } } })
  admin = await firstSignIn(server)
})

it('downloads the database with progress after a failure with its reason, and servers get their flags', async () => {
  const id = await agentAt('edge', '198.51.100.7')
  const { page, problems } = await stage.tab({ url: server.url, session: admin, isOwn: true })
  await page.goto('/settings/geoip')
  // The first of two: of countries.
  const startDownload = page.getByRole('button', { name: 'Download database' }).first()
  await page.getByText('Not installed').first().waitFor()
  await startDownload.click()
  await page.getByRole('alert').getByText('responded with status 500').waitFor()

  let finish = () => {}
  answer = (res) => {
    res.writeHead(200, { 'content-length': packed.length }).write(packed.subarray(0, 300))
    finish = () => res.end(packed.subarray(300))
  }
  await startDownload.click()
  await page.getByText(/^Downloading the 20\d\d-\d\d edition$/).waitFor()
  await page.getByText(`300 B / ${packed.length} B`).waitFor()
  expect(await violations(page)).toEqual([])
  finish()
  await page.getByText(/^Installed the 20\d\d-\d\d edition/).waitFor()
  await page.getByText('DBIP-Country-Lite', { exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  expect(await admin.send('GET', `/api/servers/${id}`)).toMatchObject({ country_code: 'DE', region: null })

  // as on systems whose fonts have no flags
  await page.addInitScript(() => {
    CanvasRenderingContext2D.prototype.fillText = () => undefined
  })
  await page.goto('/servers')
  const flag = page.getByRole('img', { name: 'Germany' }).first()
  // the link of the row is above it
  await flag.hover({ force: true })
  await page.getByRole('tooltip', { name: 'Germany' }).waitFor()
  expect(await flag.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)).toBe(true)
  expect(await page.getByRole('link', { name: 'IP Geolocation by DB-IP' }).getAttribute('href')).toBe(
    'https://db-ip.com',
  )
  await page.goto(`/servers/${id}`)
  await page.getByText('Germany').first().waitFor()
  await page.getByRole('link', { name: 'IP Geolocation by DB-IP' }).waitFor()
  // The failed download was intended.
  expect(problems.filter((problem) => !problem.includes('502'))).toEqual([])
})
