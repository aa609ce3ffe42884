import { admin, server, withServer } from '@svc/e2e/with-server'
import { expect, it } from 'vitest'

const stage = withServer()

it('opens the live socket with the page where somebody is signed in, once', async () => {
  const { page, context, problems } = await stage.tab({ url: server.url, session: admin })
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname))
  const noServers = page.getByText('No servers yet').first()

  await page.goto('/')
  await noServers.waitFor()
  expect(sockets).toEqual(['/api/ws/servers'])

  // held back like on a slow line, the application takes the socket that the page has opened
  await page.route(/\/assets\/index-[^/]+\.js/, async (route) => {
    await expect.poll(() => sockets).toHaveLength(2)
    await route.continue()
  })
  await page.reload()
  await noServers.waitFor()
  expect(sockets).toHaveLength(2)

  await page.getByRole('button', { name: 'Account menu for admin' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('Username').waitFor()
  await context.clearCookies()
  await page.goto('/login')
  await page.getByLabel('Username').waitFor()
  expect([sockets.length, problems]).toEqual([2, []])
})
