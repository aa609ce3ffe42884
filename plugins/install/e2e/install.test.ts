import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPage } from '@svc/e2e/page-check'
import { firstSignIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { expect, it } from 'vitest'

const stage = makeStage()

// The commands for shells are run by test/install-script.test.ts.
it('the dialog of a new server shows one command for each kind of host that this server has programs for', async () => {
  const releases = join(stage.directory(), 'releases')
  mkdirSync(releases)
  const platforms = ['linux-amd64', 'darwin-arm64', 'windows-amd64.exe', 'image-linux-amd64.tar']
  const sums = platforms.map((platform) => {
    writeFileSync(join(releases, `svc-agent-${platform}`), platform)
    return `${createHash('sha256').update(platform).digest('hex')}  svc-agent-${platform}\n`
  })
  writeFileSync(join(releases, 'checksums.txt'), sums.join(''))
  const server = await stage.server({ config: { install: { release_dir: releases } } })
  const admin = await firstSignIn(server)
  const tab = await stage.tab({ url: server.url, session: admin })
  const { page } = tab
  await page.goto('/servers')
  await page.getByRole('button', { name: 'Add server' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('web-1')
  await page.getByRole('button', { name: 'Add and show code' }).click()

  const host = page.getByRole('group', { name: 'Host', exact: true })
  await host.waitFor()
  const kinds = ['Linux', 'macOS', 'Windows', 'Docker', 'Without root', 'Manual']
  expect(await host.locator('label').allTextContents()).toEqual(kinds)
  const command = page.getByRole('region', { name: 'Install command' })
  const shown = (await command.textContent()) ?? ''
  expect(shown).toContain(`| sudo sh -s -- --server ${server.url}`)
  await checkPage(tab, { name: 'install', part: page.getByRole('dialog') })
  await host.getByText('Windows').click()
  await command.getByText('install.ps1').waitFor()
  await host.getByText('Manual').click()
  await page.getByText('systemd service').waitFor()

  // What the command downloads.
  const script = await fetch(`${server.url}/install.sh`)
  expect(await script.text()).toMatch(/^#!\/bin\/sh\n/)
  const program = await fetch(`${server.url}/install/svc-agent-linux-amd64`)
  expect(await program.text()).toBe('linux-amd64')
})
